using BenchmarkDotNet.Attributes;
using FileTransfer.Benchmarking.Cases;

namespace FileTransfer.Benchmarking;

/// <summary>The strategies to measure, as values of a public property or field of type <see cref="string"/>.</summary>
/// <remarks>
/// An id is one of the catalog (<c>send-file</c>), a variant of one (<c>send-file@poll</c>), or that of a strategy of your own: a public
/// static property or field of type StrategyDescriptor, or a list of them, of a public class in the assembly of the benchmark. An unknown
/// id is a validation error.
/// </remarks>
/// <param name="ids">One id or more.</param>
[AttributeUsage(AttributeTargets.Property | AttributeTargets.Field)]
public sealed class StrategyIdsAttribute(params string[] ids) : ParamsAttribute([.. ids]), IStrategyIds;
