using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Reports;

namespace FileTransfer.Harness.Tests.Reports;

public sealed class MarkdownReportTests
{
    [Fact]
    public void Write_SmallRun_MatchesGoldenFile() => Golden.Check("small-run.md", Write(SampleRuns.Small()));

    [Fact]
    public void Write_PartialRunWithFewLaunches_MatchesGoldenFile()
    {
        RunResult run = SampleRuns.Run(
            SampleRuns.Measured("read-write-1k", SampleRuns.Kilobyte, 40_000),
            SampleRuns.Measured("send-file", SampleRuns.Kilobyte, 20_000, 41_000) with { Transport = "unix" },
            SampleRuns.Measured("begin-send", SampleRuns.Kilobyte, 20_000, 41_000));

        Golden.Check("partial-run.md", Write(run with
        {
            Run = run.Run with { Partial = true },
            Environment = run.Environment with { Receiver = null, Loopback = false, Warnings = [] },
        }));
    }

    [Fact]
    public void Write_RunWithContenders_MatchesGoldenFile() => Golden.Check("pipe-run.md", Write(SampleRuns.Pipes()));

    [Fact]
    public void Write_ContenderNotMeasured_HasNoTableOfIt()
    {
        RunResult run = SampleRuns.Pipes();
        string report = Write(
            run with { Measurements = [.. run.Measurements.Where(measurement => measurement.Strategy != "pipe-splice")] });

        Assert.DoesNotContain("### pipe-splice (new)", report, StringComparison.Ordinal);
        Assert.Contains("### pipe-splice-1m (new) against pipe-copy (old)\n", report, StringComparison.Ordinal);
    }

    [Fact]
    public void Write_NoContenders_HasNoSuchSection() =>
        Assert.DoesNotContain("## Old and new", Write(SampleRuns.Small()), StringComparison.Ordinal);

    /// <summary>Older results hold the options of HTTP whether they used it or not.</summary>
    [Theory]
    [InlineData("tcp", false)]
    [InlineData("tcp,unix", false)]
    [InlineData("http,http2", true)]
    public void Write_OptionsOfHttp_AreShownWithHttpAlone(string transports, bool areShown)
    {
        RunResult run = SampleRuns.Small();
        Dictionary<string, string> options = new(run.Run.Options) { ["transport"] = transports, ["max-connections"] = "default" };
        string report = Write(run with { Run = run.Run with { Options = options } });

        Assert.Contains($"transport={transports}\n", report, StringComparison.Ordinal);
        Assert.Equal(areShown, report.Contains("max-connections=default", StringComparison.Ordinal));
    }

    [Fact]
    public void Write_Thinned_SaysTheSame()
    {
        RunResult run = SampleRuns.Small();
        run = run with { Warnings = RunWarnings.Of(run) };

        Assert.Equal(Write(run), Write(SampleThinning.Thin(run, maxBytes: 40_000)));
    }

    [Fact]
    public void Write_Failed_NeverPrintsItsNumbers()
    {
        string report = Write(SampleRuns.Small());

        Assert.Contains(
            "| 1M | copy-to-async | failed | the receiver confirmed 1,000 of 1,048,576 "
            + "bytes \\| \"short\" retry with --strategies copy-to-async |",
            report,
            StringComparison.Ordinal);
        Assert.DoesNotContain("988", report, StringComparison.Ordinal);
        Assert.DoesNotContain("987", report, StringComparison.Ordinal);
        Assert.Single(report.Split('\n'), line => line.Contains("copy-to-async |", StringComparison.Ordinal));
    }

    [Fact]
    public void Write_WholeCatalog_HasATablePerSizeWithTheFastestFirstAndTheBestInBold()
    {
        RunResult run = CatalogRuns.Whole(launches: Exhaustive.Or(6, 10), samples: 20);

        string report = Write(run);

        foreach (long size in CatalogRuns.Sizes)
        {
            string name = new FileTransfer.Strategies.Units.ByteSize(size).ToString();
            Measurement[] measured = [.. run.Measurements.Where(measurement => measurement.SizeBytes == size
                && measurement.Outcome == Outcome.Measured
                && measurement.Strategy != "null").OrderBy(measurement => measurement.Statistics!.P50)];
            string[] rows = [.. report
                .Split($"\n### {name}\n")[1]
                .Split("\n## ")[0]
                .Split("\n### ")[0]
                .Split('\n')
                .Where(line => line.StartsWith($"| {name} | ", StringComparison.Ordinal))
                .Select(line => line.Split(" | ")[1])];
            Assert.Equal(measured.Select(measurement => measurement.Strategy), rows.SkipLast(1).Select(row => row.Trim('*')));
            Assert.StartsWith("null", rows[^1], StringComparison.Ordinal);
            Assert.Equal(
                Assert.Single(Verdicts.Of(run), verdict => verdict.SizeBytes == size).Fastest.Order(StringComparer.Ordinal),
                rows.Where(row => row.StartsWith('*')).Select(row => row.Trim('*')).Order(StringComparer.Ordinal));
            Assert.Equal(measured[^1].Strategy, rows[^2]);
        }

        Assert.Contains("| 100M, 1G | send-file-async | failed |", report, StringComparison.Ordinal);
        Assert.Contains(
            "- msg-zerocopy from 1K to 100M: buffers that the kernel copied despite MSG\\_ZEROCOPY: 100 %\n",
            report,
            StringComparison.Ordinal);
    }

    [Fact]
    public void Write_NothingMeasured_SaysSo()
    {
        string report = Write(SampleRuns.Run());

        Assert.Contains("## Verdicts\n\nNothing was measured.\n", report, StringComparison.Ordinal);
        Assert.DoesNotContain("## Measurements", report, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("a|b", "a\\|b")]
    [InlineData("a\r\nb\nc", "a b c")]
    [InlineData("<script> `x` *y* _z_ [l](u)", "\\<script\\> \\`x\\` \\*y\\* \\_z\\_ \\[l\\](u)")]
    public void Write_ReasonWithMarkdownInIt_IsEscaped(string reason, string expected) => Assert.Contains(
        $"| 1K | splice | unsupported | {expected} |\n",
        Write(SampleRuns.Run(SampleRuns.Unsupported("splice", SampleRuns.Kilobyte, reason))),
        StringComparison.Ordinal);

    private static string Write(RunResult run)
    {
        using StringWriter writer = new();
        new MarkdownReport().Write(run, writer);
        return writer.ToString();
    }
}
