using System.Text.Json.Serialization;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Results;

/// <summary>The environment of a run: both machines and the path between them.</summary>
internal sealed record RunEnvironment
{
    /// <summary>The machine that sends and measures time.</summary>
    public required MachineFacts Sender { get; init; }

    /// <summary>The machine that receives; null when the receiver never answered, and for servers of another make.</summary>
    public MachineFacts? Receiver { get; init; }

    /// <summary>Congestion control of the sender's connections, or null where unknown.</summary>
    public string? SenderCongestionControl { get; init; }

    /// <summary>Congestion control of the receiver's connections, or null where unknown.</summary>
    public string? ReceiverCongestionControl { get; init; }

    /// <summary>How the receivers wait for bytes, such as "block"; null in older results.</summary>
    public string? ReceiverWait { get; init; }

    /// <summary>File system of the payloads, or <c>unknown</c>.</summary>
    public required string PayloadFileSystem { get; init; }

    /// <summary>True when both ends communicate over the loopback interface.</summary>
    public required bool Loopback { get; init; }

    /// <summary>The simulated link between the ends; null without one.</summary>
    public LinkFacts? Link { get; init; }

    /// <summary>The path of a run over TCP; null for other runs, and in older results.</summary>
    public NetworkPath? Path { get; init; }

    /// <summary>
    /// Memory copy speed into a buffer of the receiver's size, in GB/s (10⁹ bytes). No transfer can be faster; a faster sample
    /// is an error. In older results, the speed of a copy within the first-level cache.
    /// </summary>
    public required double MemoryCopyGBps { get; init; }

    /// <summary>Processors that the ends were pinned to; null when both were left to the scheduler, and in older results.</summary>
    public IReadOnlyList<PinnedProcessor>? Pinned { get; init; }

    /// <summary>Round trip of an empty frame on each path; empty in older results.</summary>
    public IReadOnlyList<EmptyRoundTrip> EmptyRoundTrips { get => field ?? []; init; } = [];

    /// <summary>What the doctor found about the sender's machine; null in older results.</summary>
    public Examinations? Doctor { get; init; }

    /// <summary>What imitates the system of an end, such as "wine 8.0"; null where both are what they seem.</summary>
    [JsonIgnore]
    public string? Emulation => Sender.Emulation ?? Receiver?.Emulation;

    /// <summary>Warnings about this machine or these options, each with its remedy.</summary>
    public required IReadOnlyList<string> Warnings { get; init; }
}
