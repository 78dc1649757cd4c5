using FileTransfer.Harness.Commands;
using FileTransfer.Harness.Load.Model;
using FileTransfer.Harness.Load.Reports;
using FileTransfer.Results;

namespace FileTransfer.Harness.Tests.Load;

/// <summary>A threshold holds for every step of a sweep, and what is not known does not meet it.</summary>
public sealed class LoadThresholdTests
{
    private const double Millisecond = 1e6;
    private const long Tried = 20_000;

    /// <summary>Steps 1 and 4 have the P99s 1 and 3 ms, rates of 100 and 90 per second, 4 and 2 MB/s, no error and 20 in 20,000.</summary>
    [Theory]
    [InlineData("p99>2ms", false, "crossed, 3.00 ms at 4 connections")]
    [InlineData("p99 > 2ms", false, "crossed, 3.00 ms at 4 connections")]
    [InlineData("p99>3ms", true, "met, 3.00 ms at 4 connections")]
    [InlineData("p99>=3ms", false, "crossed, 3.00 ms at 4 connections")]
    [InlineData("p99<2ms", false, "crossed, 1.00 ms at 1 connection")]
    [InlineData("p99<1ms", true, "met, 1.00 ms at 1 connection")]
    [InlineData("p99<=1000us", false, "crossed, 1.00 ms at 1 connection")]
    [InlineData("p50>0.5ms", true, "met, 500 \u00b5s at 1 connection")]
    [InlineData("p90>0.6ms", false, "crossed, 700 \u00b5s at 1 connection")]
    [InlineData("p99.9>4ms", false, "crossed, 4.50 ms at 4 connections")]
    [InlineData("max>10ms", true, "met, 9.00 ms at 4 connections")]
    [InlineData("mean>1s", true, "met, 600 \u00b5s at 1 connection")]
    [InlineData("rate<95", false, "crossed, 90/s at 4 connections")]
    [InlineData("rate<0.09k", true, "met, 90/s at 4 connections")]
    [InlineData("rate>0.1k", true, "met, 100/s at 1 connection")]
    [InlineData("throughput<3MB/s", false, "crossed, 2.00 MB/s at 4 connections")]
    [InlineData("throughput<2000kB/s", true, "met, 2.00 MB/s at 4 connections")]
    [InlineData("errors>0.05%", false, "crossed, 0.1 % at 4 connections")]
    [InlineData("errors>0.1%", true, "met, 0.1 % at 4 connections")]
    [InlineData("errors>=20", false, "crossed, 20 errors at 4 connections")]
    [InlineData("errors>20", true, "met, 20 errors at 4 connections")]
    public void Judge_TwoSteps_IsWhatTheWorstOfThemSays(string condition, bool isMet, string words)
    {
        LoadSweep sweep = Judged(condition, Step(1, 1, 100, 4, errors: 0), Step(4, 3, 90, 2, errors: 20));
        Assert.Equal(isMet, Assert.Single(sweep.Thresholds!).IsMet);
        Assert.Equal($"threshold {condition}: {words}", Line(sweep));
    }

    [Theory]
    [InlineData("p99.9>1s", 9_999, "9,999 transfers are too few for p99.9; it takes 10,000")]
    [InlineData("p99>1s", 999, "999 transfers are too few for p99; it takes 1,000")]
    [InlineData("p90>1s", 99, "99 transfers are too few for p90; it takes 100")]
    [InlineData("p99.9>1s", 10_000, null)]
    [InlineData("p99>1s", 1_000, null)]
    [InlineData("p50>1s", 1, null)]
    public void Judge_TooFewTransfers_IsNotKnownAndNotMet(string condition, long transfers, string? why)
    {
        LoadPoint point = Step(1, 1, 100, 4);
        LoadSweep sweep = Judged(condition, point with { Result = point.Result! with { Transfers = transfers } });
        ThresholdOutcome outcome = Assert.Single(sweep.Thresholds!);
        Assert.Equal(why is null, outcome.IsMet);
        Assert.Equal(why, outcome.NotKnown);
        Assert.StartsWith(
            $"threshold {condition}: " + (why is null ? "met, " : $"not known at 1 connection, which counts as crossed: {why}"),
            Line(sweep),
            StringComparison.Ordinal);
    }

    /// <summary>What was measured of a load that failed is no result, however good it looks.</summary>
    [Fact]
    public void Judge_StepWithoutAResult_IsNotKnown()
    {
        LoadPoint failed = Step(4, 1, 100, 4) with { Reason = "the server died" };
        LoadSweep sweep = Judged("p99>1s", Step(1, 1, 100, 4), failed);
        Assert.Equal("threshold p99>1s: not known at 4 connections, which counts as crossed: no result: the server died", Line(sweep));
        Assert.False(sweep.Thresholds![0].IsMet);
        // What is known to be crossed is told first.
        sweep = Judged("p99>1us", Step(1, 1, 100, 4), failed);
        Assert.Equal("threshold p99>1us: crossed, 1.00 ms at 1 connection", Line(sweep));
        Assert.False(Judged("rate<1").Thresholds![0].IsMet);
    }

    [Fact]
    public void Text_OfTheSweep_TellsOfThresholds()
    {
        LoadSweep sweep = Judged("p99>2ms", Step(1, 3, 100, 4));
        Assert.Contains(
            "\n- Threshold p99>2ms: crossed, 3.00 ms at 1 connection.\n", LoadMarkdown.Text(sweep, []), StringComparison.Ordinal);
    }

    private static LoadSweep Judged(string condition, params LoadPoint[] points) => new()
    {
        StartedUtc = DateTimeOffset.UnixEpoch,
        Command = "",
        IsByRate = false,
        Points = points,
        Thresholds = [ThresholdReader.Read(condition).Judge(points)],
    };

    private static string Line(LoadSweep sweep) => Assert.Single(ThresholdText.Lines(sweep));

    private static LoadPoint Step(int connections, double p99, double rate, double throughput, long errors = 0) => new(
        connections,
        LoadResults.Of(LoadResults.Latencies(10, 1), connections: connections) with
        {
            Transfers = 10_000,
            CheckedByChecksum = Tried - 10_000 - errors,
            LatencyNanoseconds = new LatencySummary(
                0.1 * Millisecond, 0.5 * Millisecond, 0.7 * Millisecond, p99 * Millisecond, 1.5 * p99 * Millisecond, 3 * p99 * Millisecond,
                0.6 * Millisecond),
            RatePerSecond = new LoadRate(rate),
            ThroughputMBps = throughput,
            Errors = errors == 0 ? new Dictionary<string, long>() : new Dictionary<string, long> { ["connectionLost"] = errors },
        },
        Reason: null);
}
