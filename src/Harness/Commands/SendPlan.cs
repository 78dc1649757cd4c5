using FileTransfer.Harness.Measuring;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Commands;

/// <summary>What one <c>send</c> will do, checked before anything is started.</summary>
internal sealed record SendPlan
{
    public required StrategyDescriptor Strategy { get; init; }

    public required SizedPayload Payload { get; init; }

    public required SenderOptions Sender { get; init; }

    public Uri? Server { get; init; }

    /// <summary>Number of recorded transfers, or null for a duration.</summary>
    public long? Count { get; init; }

    /// <summary>Time to record, or null for a count.</summary>
    public TimeSpan? Duration { get; init; }

    /// <summary>Number of transfers before recording, or null for a quarter of a second of them.</summary>
    public long? Warmup { get; init; }

    public bool Json { get; init; }
}
