using FileTransfer.Harness.Tests.Results;
using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Reports;

namespace FileTransfer.Harness.Tests.Reports;

/// <summary>Strategies beside the native reference: which pairs are compared, and what is not concluded.</summary>
public sealed class NativeReferenceTests
{
    [Fact]
    public void FastestRows_OfARun_CompareTheBestOfEquallyMany()
    {
        IReadOnlyList<string>[] rows = [.. NativeReference.FastestRows(SampleRuns.Native())];

        Assert.Equal(["1K", "2", "native-send-file", "c-send-file", "slower"], Names(rows[0]));
        Assert.StartsWith("1.10× (", rows[0][6], StringComparison.Ordinal);
        Assert.Equal(["1M", "2", "splice", "c-splice", "faster"], Names(rows[1]));
        Assert.StartsWith("0.90× (", rows[1][6], StringComparison.Ordinal);
        Assert.Equal(2, rows.Length);

        static string[] Names(IReadOnlyList<string> row) => [row[0], row[1], row[2], row[4], row[7]];
    }

    [Fact]
    public void PairRows_OfARun_PutEachStrategyBesideItsCounterpart()
    {
        IReadOnlyList<string>[] rows = [.. NativeReference.PairRows(SampleRuns.Native())];

        Assert.Equal(
            [
                "1K native-send-file c-send-file slower", "1K splice c-splice equal",
                "1M native-send-file c-send-file faster", "1M splice c-splice faster",
            ],
            rows.Select(row => $"{row[0]} {row[1]} {row[3]} {row[6]}"));
    }

    [Fact]
    public void Pairs_OfAStrategyThatFailed_AreLeftOutOnBothSides()
    {
        RunResult run = SampleRuns.Native();
        Measurement failed = SampleRuns.Failed("splice", SampleRuns.Megabyte, "broke");
        run = run with
        {
            Measurements = [.. run.Measurements.Select(measurement => Place(measurement) == Place(failed) ? failed : measurement)],
        };

        NativeReference megabyte = NativeReference.Of(run)[1];

        Assert.Equal("c-send-file", megabyte.FastestNative.Strategy);
        Assert.Equal("native-send-file", megabyte.FastestStrategy.Strategy);

        static (string, long) Place(Measurement measurement) => (measurement.Strategy, measurement.SizeBytes);
    }

    [Fact]
    public void Verdicts_OfARun_AreDrawnAmongStrategiesOnly()
    {
        IReadOnlyList<Verdict> verdicts = Verdicts.Of(SampleRuns.Native());

        Assert.Equal(["native-send-file", "splice", "native-send-file"], verdicts.SelectMany(verdict => verdict.Fastest));
        Assert.All(verdicts, verdict => Assert.DoesNotContain("c-", verdict.Text, StringComparison.Ordinal));
        Assert.Empty(RequestRow.Of(SampleRuns.Native()));
    }

    [Fact]
    public void Reports_OfARun_ShowBothTablesAndEveryRow()
    {
        string markdown = Text(new MarkdownReport(), SampleRuns.Native());
        Assert.Contains("## Beside the native reference", markdown, StringComparison.Ordinal);
        Assert.Contains("| 1K | 2 | native-send-file |", markdown, StringComparison.Ordinal);
        Assert.Contains("| 1M | c-io-uring | unsupported | built without liburing |", markdown, StringComparison.Ordinal);
        string html = Text(new HtmlReport(), SampleRuns.Native());
        Assert.Contains("<section id=\"native-reference\"", html, StringComparison.Ordinal);
        Assert.Contains("c-send-file", Text(new CsvReport(), SampleRuns.Native()), StringComparison.Ordinal);
        Assert.DoesNotContain("native reference", Text(new MarkdownReport(), SampleRuns.Small()), StringComparison.Ordinal);
    }

    [Fact]
    public void ResultsFile_OfARun_IsValidAndReadsBackTheSame()
    {
        RunResult run = SampleRuns.Native();
        Assert.Empty(ResultsSchemaTests.ViolationsOf(run));
        using var folder = new TemporaryFolder();
        ResultsFile.Save(run, folder.File(ResultsFile.FileName));
        Assert.Equal(
            run.Measurements.Select(measurement => measurement.Dimensions),
            ResultsFile.Load(folder.Path).Measurements.Select(measurement => measurement.Dimensions));
    }

    private static string Text(IReport report, RunResult run)
    {
        using var text = new StringWriter();
        report.Write(run, text);
        return text.ToString();
    }
}
