namespace FileTransfer.Harness.Results;

/// <summary>The samples of one fresh sender process.</summary>
public sealed record Launch
{
    /// <summary>Duration of every transfer in order, from before the file was opened to the acknowledgement, in nanoseconds.</summary>
    public required IReadOnlyList<long> Nanoseconds { get; init; }

    /// <summary>For the same transfers, the time until the last send call returned, in nanoseconds.</summary>
    public required IReadOnlyList<long> SendReturnedNanoseconds { get; init; }

    /// <summary>How many samples there were before they were thinned for publication, or null when all are here.</summary>
    public int? ThinnedFrom { get; init; }

    /// <summary>Median of all samples of this launch, in nanoseconds, kept when they are thinned.</summary>
    public required double MedianNanoseconds { get; init; }
}
