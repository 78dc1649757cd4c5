using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Results;

/// <summary>The samples of one case in one round: of a connection of its own, in a sender process of that round.</summary>
internal sealed record Launch
{
    /// <summary>Number of the round in which the launch was made, from 1.</summary>
    public required int Round { get; init; }

    /// <summary>Position within its round, from 1.</summary>
    public int? Position { get; init; }

    /// <summary>Time at which recording began.</summary>
    public DateTimeOffset? StartedUtc { get; init; }

    /// <summary>False when the longest warm-up did not reach steady state; null where unknown.</summary>
    public bool? IsSettled { get; init; }

    /// <summary>Disturbances while recording; null where unknown.</summary>
    public Disturbance? Disturbance { get; init; }

    /// <summary>CPU time of the sender while recording, in seconds; null where not kept.</summary>
    public double? SenderCpuSeconds { get; init; }

    /// <summary>CPU time of the receiver while recording, in seconds; null without a receiver or where not kept.</summary>
    public double? ReceiverCpuSeconds { get; init; }

    /// <summary>Managed bytes the sender allocates per transfer; null where not kept.</summary>
    public double? AllocatedBytesPerTransfer { get; init; }

    /// <summary>Context switches of the sender while recording; null where unknown or not kept.</summary>
    public long? ContextSwitches { get; init; }

    /// <summary>Samples that the server's own count confirmed.</summary>
    public long VerifiedByCount { get; init; }

    /// <summary>
    /// Transfers proven by checksum: the first, and the transfers that the receiver chose to check on the measured connection.
    /// </summary>
    public int VerifiedByChecksum { get; init; }

    /// <summary>Transfers made while recording that are no samples, because checking them took the receiver extra time.</summary>
    public int CheckedWhileRecording { get; init; }

    /// <summary>Smallest share of the file in the page cache, from 0 to 1, before or after recording; null where unknown.</summary>
    public double? ResidentShare { get; init; }

    /// <summary>What the simulated link between the ends did while recording; null without one.</summary>
    public LinkUse? Link { get; init; }

    /// <summary>Values that the strategy counted beside the time, read after recording.</summary>
    public IReadOnlyList<Observation> Observations { get => field ?? []; init; } = [];

    /// <summary>Duration of every transfer in order, from before the file was opened to the acknowledgement, in nanoseconds.</summary>
    public required IReadOnlyList<long> Nanoseconds { get; init; }

    /// <summary>For the same transfers, the time until the last send call returned, in nanoseconds.</summary>
    public required IReadOnlyList<long> SendReturnedNanoseconds { get; init; }

    /// <summary>The turns in which the samples were taken, in order.</summary>
    public IReadOnlyList<Turn> Turns { get => field ?? []; init; } = [];

    /// <summary>
    /// Number of the group whose senders were alive together, from 1; null where all of a round were.
    /// </summary>
    public int? Group { get; init; }

    /// <summary>
    /// Turns of the sender that took turns in every group, in this launch's group: by what they differ from it, launches of two groups are
    /// compared. Null where all senders of a round were alive together.
    /// </summary>
    public IReadOnlyList<Turn>? Reference { get; init; }

    /// <summary>Number of samples before they were thinned for publication; null when all are here.</summary>
    public int? ThinnedFrom { get; init; }

    /// <summary>Median of all samples of this launch, in nanoseconds; thinning does not change it.</summary>
    public required double MedianNanoseconds { get; init; }
}
