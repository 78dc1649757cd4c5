using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Charts;
using FileTransfer.Results.Charts.Model;
using FileTransfer.Results.Reports;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Harness.Tests.Reports;

/// <summary>What reports and pictures make of messages that were fetched.</summary>
public sealed class FetchRowTests
{
    private const long Megabyte = 1 << 20;

    [Fact]
    public void Of_ARun_AreOrderedBySizeAndEncoding() => Assert.Equal(
        [
            "300K plain read-all http", "1M plain read-all http", "1M plain no-copy http", "1M plain read-all http2",
            "1M gzip read-all http", "1M gzip presized-hint http", "1M gRPC read-all http2",
        ],
        FetchRow.Of(Run()).Select(
            fetch => $"{new ByteSize(fetch.Measurement.SizeBytes)} {fetch.Encoding} {fetch.Way} {fetch.Measurement.Transport}"));

    [Fact]
    public void Cells_OfARow_CompareWithReadingItAllPlainOverTheSameTransport()
    {
        IReadOnlyList<FetchRow> fetches = FetchRow.Of(Run());
        Assert.Equal(["1M", "plain", "no-copy", "http", "202 µs", "5,194", "1,000", "0.00", "60", "80 %", "100 %"], fetches[2].Cells);
        Assert.Equal(
            ["1M", "gzip (2.7:1)", "presized-hint", "http", "1.21 ms", "866", "2,200,000", "2.10", "–", "-20 %", "27 %"],
            fetches[5].Cells);
        Assert.Equal(["–", "–"], fetches[0].Cells.TakeLast(2));
        Assert.Equal(["-100 %", "0 %"], fetches[4].Cells.TakeLast(2));
        Assert.Equal(["-7 %", "0 %"], fetches[6].Cells.TakeLast(2));
    }

    [Fact]
    public void Chart_HasOnePanelForEachEncoding_OnTheSameAxes()
    {
        IReadOnlyList<ChartModel> charts = new FetchesBySize().Build(Run());
        Assert.Equal(["rpc-latency-by-size", "rpc-allocated-by-size"], charts.Select(chart => chart.Id));
        Assert.Equal("At 1M, no-copy takes 202 µs, read-all 1.01 ms", charts[0].Title);
        Assert.All(Some.Of(charts), chart =>
        {
            Assert.Equal(2, chart.Panels.Count);
            Assert.Equal(chart.Panels[0].Y, chart.Panels[1].Y);
            Assert.Equal(
                [["read-all", "no-copy"], ["read-all", "presized-hint"]],
                chart.Panels.Select(panel => panel.Marks.OfType<LineMark>().Select(line => line.Name).ToArray()));
            // The same way looks the same on both sides.
            Assert.Equal(LineOf(chart.Panels[0], "read-all").Series, LineOf(chart.Panels[1], "read-all").Series);
        });
        Assert.Empty(new FetchesBySize().Build(SampleRuns.Small()));
    }

    [Theory]
    [InlineData(
        "gzip",
        "At 1M by gzip, presized-hint takes 1.21 ms, read-all 2.02 ms",
        "Lower is better. Medians, Twirp over http, compressed by gzip. Both axes are logarithmic.")]
    [InlineData(
        "plain",
        "At 1M, no-copy takes 202 µs, read-all 1.01 ms",
        "Lower is better. Medians, Twirp over http, not compressed. Both axes are logarithmic.")]
    public void Chart_OfOneEncoding_SaysWhich_AndNothingOfSides(string encoding, string title, string note)
    {
        RunResult run = Run();
        IReadOnlyList<ChartModel> charts = new FetchesBySize().Build(
            run with { Measurements = [.. run.Measurements.Where(measurement => measurement.Dimensions.Encoding == encoding)] });
        Assert.Equal(title, charts[0].Title);
        Assert.All(Some.Of(charts), chart =>
        {
            Assert.StartsWith($"{encoding}: ", Assert.Single(chart.Panels).Title, StringComparison.Ordinal);
            Assert.Equal((note, note), (chart.Notes.Single().Text, chart.Description));
        });
    }

    [Fact]
    public void Chart_OfAllocation_LeavesOutWhatHasNoFigure()
    {
        RunResult run = Run();
        RunResult without = run with
        {
            Measurements = [.. run.Measurements.Select(measurement => measurement with
            {
                AllocatedBytesPerTransfer = measurement.Strategy == "rpc-no-copy" ? null : measurement.AllocatedBytesPerTransfer,
            })],
        };
        ChartModel chart = new FetchesBySize().Build(without).Single(chart => chart.Id == "rpc-allocated-by-size");
        Assert.Equal("At 1M, read-all allocates 3,000,000 bytes", chart.Title);
        Assert.Equal(["read-all"], chart.Panels[0].Marks.OfType<LineMark>().Select(line => line.Name));
        RunResult none = run with
        {
            Measurements = [.. run.Measurements.Select(measurement => measurement with { AllocatedBytesPerTransfer = null })],
        };
        Assert.Equal(["rpc-latency-by-size"], new FetchesBySize().Build(none).Select(chart => chart.Id));
    }

    [Fact]
    public void Reports_OfFetches_HaveTheirSection_AndNoUploads()
    {
        string markdown = Written(new MarkdownReport(), Run());
        Assert.Contains("## Fetches", markdown, StringComparison.Ordinal);
        Assert.DoesNotContain("## Per operation", markdown, StringComparison.Ordinal);
        Assert.Contains("id=\"fetches\"", Written(new HtmlReport(), Run()), StringComparison.Ordinal);
    }

    [Fact]
    public void Reports_OfFetches_SayFromWhenToWhenTheirTimesAre()
    {
        const string OfAFile = "before the file is opened";
        const string LastSend = "until the last send call returned";
        const string OfACall = "before the call is made";
        const string Head = "until the response headers had arrived";
        RunResult sends = SampleRuns.Small();
        RunResult fetches = Run() with
        {
            Measurements = [SampleRuns.Measured("null", Megabyte, SampleRuns.Steps(10, 0)), .. Run().Measurements],
        };
        RunResult both = fetches with { Measurements = [.. sends.Measurements, .. fetches.Measurements] };
        foreach ((RunResult run, bool isSent, bool isFetched) in ((RunResult, bool, bool)[])[
            (sends, true, false),
            (fetches, false, true),
            (both, true, true),
        ])
        {
            foreach (string report in (string[])[Written(new MarkdownReport(), run), Written(new HtmlReport(), run)])
            {
                Assert.Equal(
                    (isSent, isSent),
                    (report.Contains(OfAFile, StringComparison.Ordinal), report.Contains(LastSend, StringComparison.Ordinal)));
                Assert.Equal(
                    (isFetched, isFetched),
                    (report.Contains(OfACall, StringComparison.Ordinal), report.Contains(Head, StringComparison.Ordinal)));
            }

            string reading = new LatencyBySize().Build(run).Single().Description;
            Assert.Equal(
                (isSent, isFetched),
                (reading.Contains(OfAFile, StringComparison.Ordinal), reading.Contains(OfACall, StringComparison.Ordinal)));
        }
    }

    private static string Written(IReport report, RunResult run)
    {
        using var writer = new StringWriter();
        report.Write(run, writer);
        return writer.ToString();
    }

    private static LineMark LineOf(Panel panel, string name) => panel.Marks.OfType<LineMark>().Single(line => line.Name == name);

    private static RunResult Run()
    {
        RunResult run = SampleRuns.Run(
            Fetch("rpc-gzip-read-all", "http", 2_000_000, 3_000_000),
            Fetch("rpc-gzip-presized-hint", "http", 1_200_000, 2_200_000) with
            {
                Observations = [new Observation(Observation.CompressionRatio, 2.72, "")],
            },
            Fetch("rpc-read-all", "http", 1_000_000, 3_000_000),
            Fetch("rpc-no-copy", "http", 200_000, 1000) with { Observations = [new Observation(Observation.PeakWorkingSet, 60.4, "MB")] },
            Fetch("rpc-read-all", "http2", 1_500_000, 3_000_000),
            Fetch("rpc-grpc-read-all", "http2", 1_600_000, 3_003_000),
            Fetch("rpc-read-all", "http", 300_000, 900_000) with { SizeBytes = 300 << 10 },
            SampleRuns.Failed("rpc-pooled", Megabyte, "data_loss: less came") with { Transport = "http" });
        return run with { Run = run.Run with { Scenario = "rpc", Baseline = "rpc-read-all" } };
    }

    private static Measurement Fetch(string strategy, string transport, long shortest, double allocated) =>
        SampleRuns.Measured(strategy, Megabyte, shortest, shortest, shortest, shortest, shortest) with
        {
            Transport = transport,
            AllocatedBytesPerTransfer = allocated,
        };
}
