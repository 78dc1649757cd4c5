using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Results;

/// <summary>One strategy over one transport at one size.</summary>
internal sealed record Measurement
{
    /// <summary>Strategy by id.</summary>
    public required string Strategy { get; init; }

    /// <summary>What the strategy does.</summary>
    public StrategyDimensions Dimensions { get; init; } = StrategyDimensions.Send;

    /// <summary>Transport by name.</summary>
    public required string Transport { get; init; }

    /// <summary>Payload length in bytes.</summary>
    public required long SizeBytes { get; init; }

    /// <summary>
    /// Where both ends ran: <c>same</c> processor, <c>split</c> (a processor each), <c>none</c> (left to the scheduler); null in results
    /// of one placement, which stands among their options.
    /// </summary>
    public string? Placement { get; init; }

    /// <summary>Outcome of measuring it.</summary>
    public required Outcome Outcome { get; init; }

    /// <summary>Reason why it is unsupported or failed; null when measured.</summary>
    public string? Reason { get; init; }

    /// <summary>Samples, one entry per new process. The samples of a failed measurement are kept, but are not a result.</summary>
    public IReadOnlyList<Launch> Launches { get; init; } = [];

    /// <summary>Statistics of all samples; null unless measured.</summary>
    public MeasurementStatistics? Statistics { get; init; }

    /// <summary>Managed bytes allocated by the sender's process per transfer, or null where not measured.</summary>
    public double? AllocatedBytesPerTransfer { get; init; }

    /// <summary>CPU time of the sender per 10⁹ payload bytes, in seconds, or null where not measured.</summary>
    public double? SenderCpuSecondsPerGB { get; init; }

    /// <summary>CPU time of the receiver per 10⁹ payload bytes, in seconds, or null where not measured.</summary>
    public double? ReceiverCpuSecondsPerGB { get; init; }

    /// <summary>Context switches of the sender per transfer, or null where not measured.</summary>
    public double? ContextSwitchesPerTransfer { get; init; }

    /// <summary>Timed transfers whose byte count the receiver confirmed.</summary>
    public long VerifiedByCount { get; init; }

    /// <summary>Transfers, made before timing, whose CRC-32C equalled the file's.</summary>
    public long VerifiedByChecksum { get; init; }

    /// <summary>Values that the strategy counted beside the time: the median of the launches. Empty for most strategies.</summary>
    /// <remarks>Older results have no such list.</remarks>
    public IReadOnlyList<Observation> Observations { get => field ?? []; init; } = [];
}
