using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Checks;

/// <summary>What is examined: a machine, its peer, and what is going to be measured.</summary>
internal sealed record Subject
{
    /// <summary>What the kernel says at the end of the examination.</summary>
    public required SystemFiles Files { get; init; }

    /// <summary>What the <see cref="ICheck.Counters"/> said at its start.</summary>
    public required SystemFiles Before { get; init; }

    /// <summary>Seconds in between; more than 0.</summary>
    public required double Seconds { get; init; }

    /// <summary>Experiments that show what something costs here.</summary>
    public required ITrials Trials { get; init; }

    /// <summary>This machine and process.</summary>
    public required MachineFacts Sender { get; init; }

    /// <summary>Processors that this process may use.</summary>
    public required IReadOnlyList<int> Processors { get; init; }

    /// <summary>Id of this process: what it and its children use is not a neighbour's.</summary>
    public required int ProcessId { get; init; }

    /// <summary>The server's machine and process; null without a server.</summary>
    public MachineFacts? Receiver { get; init; }

    /// <summary>Path of the file that is going to be sent; null when it is not known yet.</summary>
    public string? Payload { get; init; }

    /// <summary>Congestion control of the connections; the system's, unless an option chose another. Null where unknown.</summary>
    public string? CongestionControl { get; init; }

    /// <summary>True when both ends are on this machine.</summary>
    public bool IsLoopback { get; init; } = true;

    /// <summary>By how much a number of a file has grown per second; null when it is unknown.</summary>
    public double? PerSecond(string path) => Files.Number(path) - Before.Number(path) is { } grown ? grown / Seconds : null;

    /// <summary>By how much the number behind a name has grown per second; null when it is unknown.</summary>
    public double? PerSecond(string path, string name) =>
        Files.Number(path, name) - Before.Number(path, name) is { } grown ? grown / Seconds : null;
}
