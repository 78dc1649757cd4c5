using BenchmarkDotNet.Attributes;
using FileTransfer.Benchmarking.Cases;

namespace FileTransfer.Benchmarking;

/// <summary>The sizes to measure, as values of a public property or field of type <see cref="Strategies.Units.ByteSize"/>.</summary>
/// <remarks>A text that is no size is a validation error.</remarks>
/// <param name="sizes">One size or more, such as <c>1500</c>, <c>64K</c> or <c>1M</c>; K, M and G are powers of 1024.</param>
[AttributeUsage(AttributeTargets.Property | AttributeTargets.Field)]
public sealed class FileSizesAttribute(params string[] sizes)
    : ParamsAttribute([.. sizes.Select(size => new SizeParameter(size))]), IFileSizes
{
    /// <inheritdoc/>
    IEnumerable<SizeParameter> IFileSizes.Sizes => Values.OfType<SizeParameter>();
}
