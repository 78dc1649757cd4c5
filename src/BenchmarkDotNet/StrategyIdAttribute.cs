using FileTransfer.Benchmarking.Cases;

namespace FileTransfer.Benchmarking;

/// <summary>
/// The strategy of one benchmark method, instead of <see cref="StrategyIdsAttribute"/>. As methods, strategies can have a baseline, and
/// BenchmarkDotNet shows their ratios.
/// </summary>
/// <param name="id">Its id, as in <see cref="StrategyIdsAttribute"/>.</param>
[AttributeUsage(AttributeTargets.Method)]
public sealed class StrategyIdAttribute(string id) : Attribute, IStrategyId
{
    /// <summary>Its id.</summary>
    public string Id { get; } = id;
}
