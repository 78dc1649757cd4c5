using System.Diagnostics;
using BenchmarkDotNet.Attributes;
using FileTransfer.Strategies;

namespace FileTransfer.Harness.Measuring;

/// <summary>Synchronous strategies under BenchmarkDotNet: nothing asynchronous is inside the clock.</summary>
public class SyncTransferBenchmarks
{
    private BenchmarkLaunch _launch = null!;
    private ISyncTransferStrategy _strategy = null!;
    private Payload _payload = null!;
    private SampleRecorder _recorder = null!;

    /// <summary>Strategies to be measured; set in the parent, where the values are made into code.</summary>
    public static IReadOnlyList<string> Strategies { get; set; } = [];

    /// <summary>Sizes to be measured; set in the parent.</summary>
    public static IReadOnlyList<string> Sizes { get; set; } = [];

    /// <summary>Strategy by id.</summary>
    [ParamsSource(nameof(Strategies))]
    public string Strategy { get; set; } = "";

    /// <summary>Size by label.</summary>
    [ParamsSource(nameof(Sizes))]
    public string Size { get; set; } = "";

    /// <summary>Connects, verifies and warms up.</summary>
    [GlobalSetup]
    public void Setup()
    {
        _launch = BenchmarkLaunch.Start(Strategy, Size);
        _strategy = (ISyncTransferStrategy)_launch.Strategy;
        _payload = _launch.Payload;
        _recorder = _launch.Recorder;
    }

    /// <summary>One transfer, from before the file is opened to the acknowledgement.</summary>
    [Benchmark]
    public void Transfer()
    {
        try
        {
            long start = Stopwatch.GetTimestamp();
            Delivery delivery = _strategy.Transfer(_payload);
            _recorder.Record(start, delivery, Stopwatch.GetTimestamp());
        }
        catch (Exception exception)
        {
            _launch.Fail(exception);
            throw;
        }
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
}
