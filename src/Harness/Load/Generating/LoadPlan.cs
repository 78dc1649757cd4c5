using FileTransfer.Harness.Load.Model;
using FileTransfer.Senders.Launching;
using FileTransfer.Senders.StrategyAssemblies;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Load.Generating;

/// <summary>A validated load.</summary>
internal sealed record LoadPlan
{
    /// <summary>Most connections of a synchronous strategy, which take a thread each.</summary>
    public const int MostThreads = 256;

    /// <summary>Most connections of an asynchronous strategy.</summary>
    public const int MostConnections = 16_000;

    /// <summary>Most ranges of a file.</summary>
    public const int MostRanges = 256;

    public required StrategyDescriptor Strategy { get; init; }

    public required IReadOnlyList<WeightedPayload> Payloads { get; init; }

    public required SenderOptions Sender { get; init; }

    /// <summary>Control address of the server; not used for one of another make.</summary>
    public required Uri Server { get; init; }

    public required int Connections { get; init; }

    /// <summary>Connections over which each file is sent at once; null when each connection sends whole files.</summary>
    public int? Ranges { get; init; }

    /// <summary>Transfers per second; null for a closed loop.</summary>
    public double? Rate { get; init; }

    /// <summary>True for independent arrivals, false for even ones.</summary>
    public bool IsPoisson { get; init; }

    /// <summary>Seed of arrivals and sizes.</summary>
    public required int Seed { get; init; }

    /// <summary>Number of transfers; null for a duration.</summary>
    public long? Count { get; init; }

    /// <summary>Time in which transfers are due; null for a number.</summary>
    public TimeSpan? Duration { get; init; }

    /// <summary>Number of transfers before recording; null for a time.</summary>
    public long? WarmupCount { get; init; }

    /// <summary>Time before recording, without a number of transfers.</summary>
    public TimeSpan Warmup { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>When to start; null for as soon as possible.</summary>
    public DateTimeOffset? StartAt { get; init; }

    /// <summary>Where to wait for other senders; null for nowhere.</summary>
    public BarrierPlan? Barrier { get; init; }

    /// <summary>Servers of which each sender takes one, <see cref="Server"/> being the first; null with one server.</summary>
    public FleetPlan? Fleet { get; init; }

    public ErrorLimit MaxErrors { get; init; } = ErrorLimit.None;

    /// <summary>Lateness of the generator up to which a transfer counts as begun in time.</summary>
    public TimeSpan MaxLateness { get; init; } = TimeSpan.FromMilliseconds(1);

    /// <summary>Ends it when a strategy of the user's own does not return; null for ours.</summary>
    public ReturnWatch? Watch { get; init; }

    /// <summary>Receives what happened in each second, on a thread of its own; null for nobody.</summary>
    public Action<LoadSecond>? Progress { get; init; }
}

/// <summary>A payload and its weight in the mix.</summary>
/// <param name="Payload">The file.</param>
/// <param name="Weight">Its weight, above 0.</param>
internal sealed record WeightedPayload(Payload Payload, double Weight);

/// <summary>A barrier of the server, and how many senders it waits for.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Parties">Number of senders.</param>
internal sealed record BarrierPlan(string Name, int Parties);

/// <summary>Several servers for the senders that meet at one barrier.</summary>
/// <param name="Servers">Control addresses; at the first one all senders meet.</param>
/// <param name="Barrier">The barrier of all senders.</param>
internal sealed record FleetPlan(IReadOnlyList<Uri> Servers, BarrierPlan Barrier);
