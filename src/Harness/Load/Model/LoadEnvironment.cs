using System.Text.Json.Serialization;
using FileTransfer.Results;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Load.Model;

/// <summary>Both ends of a load, and the path between them.</summary>
internal sealed record LoadEnvironment
{
    public required MachineFacts Sender { get; init; }

    /// <summary>Null when the server never answered.</summary>
    public MachineFacts? Receiver { get; init; }

    /// <summary>What imitates the system of an end, such as "wine 8.0"; null where both are what they seem.</summary>
    [JsonIgnore]
    public string? Emulation => Sender.Emulation ?? Receiver?.Emulation;

    public string? SenderCongestionControl { get; init; }

    public string? ReceiverCongestionControl { get; init; }

    /// <summary>How the sender waits for acknowledgements, such as "poll:200us".</summary>
    public string? SenderWait { get; init; }

    /// <summary>How the receivers of frames wait for bytes, such as "block".</summary>
    public string? ReceiverWait { get; init; }

    public required bool Loopback { get; init; }

    /// <summary>The simulated link between the ends; null without one.</summary>
    public LinkFacts? Link { get; init; }

    /// <summary>The network between the ends as TCP sees it; null over loopback, and where the kernel does not tell.</summary>
    public NetworkPath? Path { get; init; }

    /// <summary>Warnings about these machines and options, each with its remedy.</summary>
    public IReadOnlyList<string> Warnings { get; init; } = [];
}
