using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Results;

/// <summary>Where a run took place.</summary>
internal sealed record RunEnvironment
{
    /// <summary>The end that sends and holds the clock.</summary>
    public required MachineFacts Sender { get; init; }

    /// <summary>The end that drains, or null when it never answered.</summary>
    public MachineFacts? Receiver { get; init; }

    /// <summary>Congestion control of the sender's connections, or null where unknown.</summary>
    public string? SenderCongestionControl { get; init; }

    /// <summary>Congestion control of the receiver's connections, or null where unknown.</summary>
    public string? ReceiverCongestionControl { get; init; }

    /// <summary>File system the payloads lie on, or <c>unknown</c>.</summary>
    public required string PayloadFileSystem { get; init; }

    /// <summary>True when both ends talk over the loopback interface.</summary>
    public required bool Loopback { get; init; }

    /// <summary>
    /// Speed of copying into a buffer as large as the receiver's, in GB/s (10⁹ bytes): no transfer can be faster, and a
    /// sample that claims to be is an error. In older results that of a copy within the first-level cache.
    /// </summary>
    public required double MemoryCopyGBps { get; init; }

    /// <summary>Processors that the ends were pinned to; null when both were left to the scheduler, and in older results.</summary>
    public IReadOnlyList<PinnedProcessor>? Pinned { get; init; }

    /// <summary>What an empty frame takes on each path; empty in older results.</summary>
    public IReadOnlyList<EmptyRoundTrip> EmptyRoundTrips { get => field ?? []; init; } = [];

    /// <summary>What a reader should know about this machine or these options, each with its remedy.</summary>
    public required IReadOnlyList<string> Warnings { get; init; }
}
