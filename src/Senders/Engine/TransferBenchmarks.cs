using BenchmarkDotNet.Attributes;
using FileTransfer.Senders.Launching;
using FileTransfer.Senders.Sessions;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Senders.Engine;

/// <summary>Setup and cleanup of the benchmark classes, around their timed code.</summary>
/// <typeparam name="TStrategy">Interface of the strategies; each constructed type has its own static members.</typeparam>
public abstract class TransferBenchmarks<TStrategy>
    where TStrategy : class, ITransferStrategy
{
    private BenchmarkLaunch _launch = null!;

    // Static because BenchmarkDotNet makes the objects itself, and asks the class which parameters there are. Only
    // BenchmarkDotNetFiles writes them, and has them read at once; no sender process looks at them.
#pragma warning disable CA1000 // Callers use the two derived classes, which need a list each, and so name no type argument.
    /// <summary>Ids of the strategies to measure; set in the parent process only.</summary>
    public static IReadOnlyList<string> Strategies { get; set; } = [];

    /// <summary>Transports to measure; set in the parent process only.</summary>
    public static IReadOnlyList<string> Transports { get; set; } = [];

    /// <summary>Sizes to measure; set in the parent process only.</summary>
    public static IReadOnlyList<string> Sizes { get; set; } = [];

    /// <summary>Placements to measure; set in the parent process only.</summary>
    public static IReadOnlyList<string> Placements { get; set; } = [];
#pragma warning restore CA1000

    /// <summary>Strategy by id.</summary>
    [ParamsSource(nameof(Strategies))]
    public string Strategy { get; set; } = "";

    /// <summary>Transport by name.</summary>
    [ParamsSource(nameof(Transports))]
    public string Transport { get; set; } = "";

    /// <summary>Size by label.</summary>
    [ParamsSource(nameof(Sizes))]
    public string Size { get; set; } = "";

    /// <summary>Where both ends run, by name.</summary>
    [ParamsSource(nameof(Placements))]
    public string Placement { get; set; } = "";

    private protected TStrategy Connected { get; private set; } = null!;

    /// <summary>The strategy when its transfers happen under a condition; otherwise null.</summary>
    private protected IConditionedStrategy? Conditioned { get; private set; }

    private protected Payload Payload { get; private set; } = null!;

    private protected SampleRecorder Recorder { get; private set; } = null!;

    /// <summary>Duration of a transfer, or of a round of concurrent transfers, at the end of the warm-up.</summary>
    internal TimeSpan Pace => TimeSpan.FromMicroseconds(_launch.Settling.Pace.Pace / 1e3);

    /// <inheritdoc cref="Profile.MostTransfers"/>
    internal int? MostTransfers { get; private set; }

    /// <summary>The round of concurrent transfers; null for strategies that transfer sequentially.</summary>
    private protected TransferRound? Round { get; private set; }

    /// <summary>Connects, verifies and warms up.</summary>
    internal void Prepare(LaunchPlan plan, StrategyDescriptor strategy, Instructions instructions)
    {
        (Strategy, Transport, Size) = (plan.Strategy, plan.Sender.Transport, plan.Payload.Label);
        Placement = plan.Sender.Affinity.ToString();
        _launch = BenchmarkLaunch.Start(plan, strategy, instructions);
        MostTransfers = plan.Profile.MostTransfers;
        Connected = (TStrategy)_launch.Strategy;
        Conditioned = _launch.Strategy as IConditionedStrategy;
        Payload = _launch.Payload;
        Recorder = _launch.Recorder;
        Round = _launch.Round;
    }

    /// <summary>Writes the samples for the parent.</summary>
    [GlobalCleanup]
    public void Cleanup()
    {
        using (_launch)
        {
            _launch.Finish();
        }
    }

    /// <summary>Stops the engine after a failure between its iterations.</summary>
    internal void ThrowIfFailed() => _launch.ThrowIfFailed();

    /// <summary>Writes the reason why this launch is invalid.</summary>
    private protected void Fail(Exception exception) => _launch.Fail(exception);
}
