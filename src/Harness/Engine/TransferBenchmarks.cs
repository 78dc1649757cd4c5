using BenchmarkDotNet.Attributes;
using FileTransfer.Harness.Measuring;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Engine;

/// <summary>What both kinds of benchmarks have around their clock.</summary>
/// <typeparam name="TStrategy">Interface of the strategies; each has static members of its own.</typeparam>
public abstract class TransferBenchmarks<TStrategy>
    where TStrategy : class, ITransferStrategy
{
    private BenchmarkLaunch _launch = null!;

    // Static because BenchmarkDotNet makes the objects itself, and asks the class which parameters there are. Only
    // BenchmarkDotNetFiles writes them, and has them read at once; no sender process looks at them.
#pragma warning disable CA1000 // No caller names a type argument: these are reached through the two derived classes, which need a list each.
    /// <summary>Strategies to be measured; set in the parent, where the values are made into code.</summary>
    public static IReadOnlyList<string> Strategies { get; set; } = [];

    /// <summary>Transports to be measured; set in the parent.</summary>
    public static IReadOnlyList<string> Transports { get; set; } = [];

    /// <summary>Sizes to be measured; set in the parent.</summary>
    public static IReadOnlyList<string> Sizes { get; set; } = [];
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

    private protected TStrategy Connected { get; private set; } = null!;

    private protected Payload Payload { get; private set; } = null!;

    private protected SampleRecorder Recorder { get; private set; } = null!;

    /// <summary>How long a transfer took at the end of the warm-up, or a round of those made together.</summary>
    internal TimeSpan Pace => TimeSpan.FromMicroseconds(_launch.Pace.Pace / 1e3);

    /// <summary>Transfers that are made together; null for strategies that make one after another.</summary>
    private protected TransferRound? Round { get; private set; }

    /// <summary>Connects, verifies and warms up.</summary>
    [GlobalSetup]
    public void Setup()
    {
        _launch = BenchmarkLaunch.Start();
        Connected = (TStrategy)_launch.Strategy;
        Payload = _launch.Payload;
        Recorder = _launch.Recorder;
        Round = _launch.Round;
    }

    /// <summary>Leaves the samples for the parent.</summary>
    [GlobalCleanup]
    public void Cleanup()
    {
        using (_launch)
        {
            _launch.Finish();
        }
    }

    /// <summary>Notes why this launch counts for nothing.</summary>
    private protected void Fail(Exception exception) => _launch.Fail(exception);
}
