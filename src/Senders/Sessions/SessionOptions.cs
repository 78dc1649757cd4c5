using FileTransfer.Senders.Launching;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Senders.Sessions;

/// <summary>Options of a <see cref="TransferSession"/>.</summary>
internal sealed record SessionOptions
{
    public required StrategyDescriptor Strategy { get; init; }

    /// <summary>The file.</summary>
    public required Payload Payload { get; init; }

    /// <summary>What an earlier session of the same process has verified of the file; null to verify a first transfer.</summary>
    public VerifiedContent? Verified { get; init; }

    /// <summary>Connection options and CPU affinity of the sender.</summary>
    public required SenderOptions Sender { get; init; }

    /// <summary>Address of the server's control endpoint.</summary>
    public required Uri Server { get; init; }

    /// <summary>Notes counters beside each sample, and is told of every connection; null to note none.</summary>
    public TransferTracer? Tracer { get; init; }

    /// <summary>True where disturbances are looked for: one that would make a measurement void is noted.</summary>
    public bool IsExperiment { get; init; }

    /// <summary>Longest wait for progress.</summary>
    /// <remarks>60 seconds by default.</remarks>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(60);
}
