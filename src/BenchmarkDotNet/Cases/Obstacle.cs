using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Benchmarking.Cases;

/// <summary>Why a case cannot be measured here, in words.</summary>
internal static class Obstacle
{
    /// <summary>The obstacle, or null.</summary>
    public static string? To(StrategyDescriptor strategy, long sizeBytes) =>
        strategy.IsConcurrent
            ? $"{strategy.Id} has several transfers in flight, and a benchmark method makes one; measure it with 'filetransfer bench'"
        : strategy.Probe() is { IsAvailable: false } here ? $"{strategy.Id} cannot run here: {here.Reason}"
        : !strategy.AcceptedSizes.Include(sizeBytes)
            ? $"{strategy.Id} takes {strategy.AcceptedSizes}, not {new ByteSize(sizeBytes)}"
        : null;
}
