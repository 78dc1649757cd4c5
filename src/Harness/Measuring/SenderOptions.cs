using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Measuring;

/// <summary>How a sender process connects and where it runs; the same in every process of a run.</summary>
internal sealed record SenderOptions
{
    /// <summary>Transport by name.</summary>
    public required string Transport { get; init; }

    /// <summary>Whether Nagle's algorithm is off.</summary>
    public required bool NoDelay { get; init; }

    /// <summary>TCP congestion control by name, or null for the system's default.</summary>
    public string? CongestionControl { get; init; }

    /// <summary>Settings of HttpClient, for the strategies that use one.</summary>
    public HttpOptions Http { get; init; } = new();

    /// <summary>Processors that sender and receiver are pinned to.</summary>
    public required CpuAffinity Affinity { get; init; }

    /// <summary>Processor the sender is pinned to, or null.</summary>
    public int? SenderCpu { get; init; }

    /// <summary>Processor the receiver is pinned to, or null.</summary>
    public int? ReceiverCpu { get; init; }
}
