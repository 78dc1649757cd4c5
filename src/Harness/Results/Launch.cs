using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Results;

/// <summary>The samples of one fresh sender process.</summary>
internal sealed record Launch
{
    /// <summary>Round of the run, from 1, which all cases measured in it have in common; null in runs without rounds.</summary>
    public int? Round { get; init; }

    /// <summary>Place in the order of its round, from 1.</summary>
    public int? Position { get; init; }

    /// <summary>When its first transfer was recorded.</summary>
    public DateTimeOffset? StartedUtc { get; init; }

    /// <summary>False when its pace still changed after the longest warm-up; null where unknown.</summary>
    public bool? IsSettled { get; init; }

    /// <summary>What disturbed it while it was recorded; null where unknown.</summary>
    public Disturbance? Disturbance { get; init; }

    /// <summary>CPU time of the sender while recording, in seconds; null where not kept.</summary>
    public double? SenderCpuSeconds { get; init; }

    /// <summary>CPU time of the receiver while recording, in seconds; null without a receiver or where not kept.</summary>
    public double? ReceiverCpuSeconds { get; init; }

    /// <summary>Managed bytes the sender allocates per transfer; null where not kept.</summary>
    public double? AllocatedBytesPerTransfer { get; init; }

    /// <summary>Context switches of the sender while recording; null where unknown or not kept.</summary>
    public long? ContextSwitches { get; init; }

    /// <summary>Samples that the server confirmed by a count of its own.</summary>
    public long VerifiedByCount { get; init; }

    /// <summary>Transfers proven by checksum: the first, and those that the receiver chose on the connection that was measured.</summary>
    public int VerifiedByChecksum { get; init; }

    /// <summary>Transfers made while recording that are no samples, because the receiver took the time to check them.</summary>
    public int CheckedWhileRecording { get; init; }

    /// <summary>Least share of the file that was in the page cache, from 0 to 1, before or after it was recorded; null where unknown.</summary>
    public double? ResidentShare { get; init; }

    /// <summary>What the strategy counted beside the time, after everything was recorded.</summary>
    public IReadOnlyList<Observation> Observations { get => field ?? []; init; } = [];

    /// <summary>Duration of every transfer in order, from before the file was opened to the acknowledgement, in nanoseconds.</summary>
    public required IReadOnlyList<long> Nanoseconds { get; init; }

    /// <summary>For the same transfers, the time until the last send call returned, in nanoseconds.</summary>
    public required IReadOnlyList<long> SendReturnedNanoseconds { get; init; }

    /// <summary>How many samples there were before they were thinned for publication, or null when all are here.</summary>
    public int? ThinnedFrom { get; init; }

    /// <summary>Median of all samples of this launch, in nanoseconds, kept when they are thinned.</summary>
    public required double MedianNanoseconds { get; init; }
}
