using FileTransfer.Senders.Launching;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Commands;

/// <summary>The validated plan of <c>send</c>.</summary>
internal sealed record SendPlan
{
    public required StrategyDescriptor Strategy { get; init; }

    public required SizedPayload Payload { get; init; }

    public required SenderOptions Sender { get; init; }

    public Uri? Server { get; init; }

    /// <summary>What a server of its own has to serve; null when the strategy fetches no file.</summary>
    public string? Files => Strategy.FetchesFiles ? PayloadStore.ServedFor(Payload.Payload) : null;

    /// <summary>Number of recorded transfers, or null for a duration.</summary>
    public long? Count { get; init; }

    /// <summary>Time to record, or null for a count.</summary>
    public TimeSpan? Duration { get; init; }

    /// <summary>Number of transfers before recording, or null for as many as fit in 250 ms.</summary>
    public long? Warmup { get; init; }

    public bool Json { get; init; }
}
