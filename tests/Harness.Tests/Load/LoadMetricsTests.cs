using FileTransfer.Harness.Load.Model;
using FileTransfer.Harness.Load.Reports;
using FileTransfer.Results;

namespace FileTransfer.Harness.Tests.Load;

/// <summary>The results of a sweep as OpenMetrics text: those of the JSON, in seconds and bytes.</summary>
public sealed class LoadMetricsTests
{
    private static readonly AskedLoad s_asked = new("adaptive-async", "1K:90,1M:10", "7");

    [Fact]
    public void Text_Sweep_HasTheValuesOfTheResult()
    {
        LoadResult result = LoadResults.Of(LoadResults.Latencies(2000, 1), connections: 16) with
        {
            CheckedByChecksum = 21,
            NotBegun = 3,
            Errors = new Dictionary<string, long> { ["connectionLost"] = 2, ["timedOut"] = 1 },
        };
        StrictOpenMetrics metrics = Parse(Sweep(isByRate: true, new LoadPoint(1500.5, result, Reason: null)));
        LatencySummary latency = result.LatencyNanoseconds!;
        const string Step = "connections=\"16\",size=\"1000\",step=\"1500.5\",strategy=\"send-async\"";
        (string Name, double Value)[] expected =
        [
            ($"success{{{Step}}}", 1),
            ($"transfers_total{{{Step}}}", result.Transfers),
            ($"checked_transfers_total{{{Step}}}", 21),
            ($"not_begun_transfers_total{{{Step}}}", 3),
            ($"bytes_total{{{Step}}}", result.Bytes),
            ($"errors_total{{connections=\"16\",kind=\"connectionLost\",size=\"1000\",step=\"1500.5\",strategy=\"send-async\"}}", 2),
            ($"errors_total{{connections=\"16\",kind=\"timedOut\",size=\"1000\",step=\"1500.5\",strategy=\"send-async\"}}", 1),
            ($"latency_seconds{{{Quantile(Step, "0.5")}}}", latency.P50 / 1e9),
            ($"latency_seconds{{{Quantile(Step, "0.9")}}}", latency.P90 / 1e9),
            ($"latency_seconds{{{Quantile(Step, "0.99")}}}", latency.P99 / 1e9),
            ($"latency_seconds_count{{{Step}}}", result.Transfers),
            ($"latency_seconds_sum{{{Step}}}", result.Samples!.Sum() / 1e9),
            ($"latency_min_seconds{{{Step}}}", latency.Min / 1e9),
            ($"latency_max_seconds{{{Step}}}", latency.Max / 1e9),
            ($"asked_per_second{{{Step}}}", result.RatePerSecond.Asked!.Value),
            ($"offered_per_second{{{Step}}}", result.RatePerSecond.Offered!.Value),
            ($"completed_per_second{{{Step}}}", result.RatePerSecond.Completed),
            ($"throughput_bytes_per_second{{{Step}}}", result.ThroughputMBps!.Value * 1e6),
            ($"duration_seconds{{{Step}}}", result.DurationSeconds),
            ($"start_timestamp_seconds{{{Step}}}", 0.001),
            ($"sender_cpu_seconds_total{{{Step}}}", result.SenderCpuSeconds!.Value),
            ($"receiver_cpu_seconds_total{{{Step}}}", result.ReceiverCpuSeconds!.Value),
        ];
        // P99.9 is absent: 2,000 transfers are too few for it.
        Assert.Equal(
            expected.Select(one => $"filetransfer_load_{one.Name}").Order(StringComparer.Ordinal),
            metrics.Values.Keys.Order(StringComparer.Ordinal));
        Assert.All(expected, one => Assert.Equal(one.Value, metrics.Values[$"filetransfer_load_{one.Name}"], Math.Abs(one.Value) * 1e-9));
    }

    [Fact]
    public void Text_StepsWithoutAResult_SayOnlyThat()
    {
        LoadResult result = LoadResults.Of(LoadResults.Latencies(100, 1), connections: 4);
        StrictOpenMetrics metrics = Parse(Sweep(
            isByRate: false, new LoadPoint(4, result, "the server died"), new LoadPoint(16, null, "there is no server")));
        Assert.Equal(
            [
                "filetransfer_load_success{connections=\"16\",size=\"1000\",step=\"16\",strategy=\"send-async\"}",
                "filetransfer_load_success{connections=\"4\",size=\"1000\",step=\"4\",strategy=\"send-async\"}",
            ],
            metrics.Values.Keys.Order(StringComparer.Ordinal));
        Assert.All(metrics.Values.Values, value => Assert.Equal(0, value));

        metrics = Parse(Sweep(isByRate: true, new LoadPoint(100, null, "there is no server")));
        Assert.Equal(
            "filetransfer_load_success{connections=\"7\",size=\"1K:90,1M:10\",step=\"100\",strategy=\"adaptive-async\"}",
            Assert.Single(metrics.Values.Keys));
    }

    [Fact]
    public void Text_Thresholds_AreMetOrNot()
    {
        LoadSweep sweep = Sweep(isByRate: false, new LoadPoint(4, LoadResults.Of(LoadResults.Latencies(100, 1)), null)) with
        {
            Thresholds =
            [
                new ThresholdOutcome { Condition = "p99>2ms", IsMet = true, Unit = "ns" },
                new ThresholdOutcome { Condition = "rate<9k", IsMet = false, Unit = "transfers/s" },
            ],
        };
        StrictOpenMetrics metrics = Parse(sweep);
        const string Met = "filetransfer_load_threshold_met";
        Assert.Equal(1, metrics.Values[$"{Met}{{size=\"1000\",strategy=\"send-async\",threshold=\"p99>2ms\"}}"]);
        Assert.Equal(0, metrics.Values[$"{Met}{{size=\"1000\",strategy=\"send-async\",threshold=\"rate<9k\"}}"]);
    }

    /// <summary>Who reads the file meanwhile reads the whole of the old one.</summary>
    [Fact]
    public void Write_FileThatIsRead_TakesItsNameInOneStep()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "an open file cannot be replaced there");
        using var folder = new TemporaryFolder();
        string path = folder.File("load.prom");
        LoadFile.Write(path, "old\n");
        using (StreamReader reader = File.OpenText(path))
        {
            LoadFile.Write(path, new string('n', 100_000));
            Assert.Equal("old\n", reader.ReadToEnd());
        }

        Assert.Equal(100_000, new FileInfo(path).Length);
        Assert.Equal(path, Assert.Single(Directory.GetFiles(folder.Path)));
    }

    [Fact]
    public void Write_ThatFails_LeavesNothingBehind()
    {
        using var folder = new TemporaryFolder();
        string path = folder.File("load.prom");
        Directory.CreateDirectory(path);
        Assert.ThrowsAny<Exception>(() => LoadFile.Write(path, "new"));
        Assert.Empty(Directory.GetFiles(folder.Path));
    }

    private static string Quantile(string step, string share) =>
        step.Replace(",size", $",quantile=\"{share}\",size", StringComparison.Ordinal);

    private static StrictOpenMetrics Parse(LoadSweep sweep) => StrictOpenMetrics.Parse(LoadMetrics.Text(sweep, s_asked));

    private static LoadSweep Sweep(bool isByRate, params LoadPoint[] points) => new()
    {
        StartedUtc = DateTimeOffset.UnixEpoch,
        Command = "",
        IsByRate = isByRate,
        Points = points,
    };
}
