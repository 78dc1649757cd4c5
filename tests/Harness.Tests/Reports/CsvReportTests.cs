using FileTransfer.Results;
using FileTransfer.Results.Reports;

namespace FileTransfer.Harness.Tests.Reports;

public sealed class CsvReportTests
{
    [Fact]
    public void Write_SmallRun_MatchesGoldenFile() => Golden.Check("small-run.csv", Write(SampleRuns.Small()));

    [Fact]
    public void Write_Thinned_SaysTheSame()
    {
        RunResult run = SampleRuns.Small();

        Assert.Equal(Write(run), Write(SampleThinning.Thin(run, maxBytes: 40_000)));
    }

    [Fact]
    public void Write_Failed_HasReasonAndNoNumbers()
    {
        string line = Write(SampleRuns.Run(SampleRuns.Failed("send-file", 1024, "short"))).Split('\n')[1];

        Assert.Equal("2024-05-06-socket,socket,send-file,tcp,1024,failed,short" + new string(',', CsvReport.Columns.Count - 7), line);
    }

    [Theory]
    [InlineData("a,b", "\"a,b\"")]
    [InlineData("say \"no\"", "\"say \"\"no\"\"\"")]
    [InlineData("two\nlines", "\"two\nlines\"")]
    [InlineData("plain; text", "plain; text")]
    public void Write_ReasonWithSpecialCharacters_IsQuoted(string reason, string expected) => Assert.Contains(
        $",unsupported,{expected},,",
        Write(SampleRuns.Run(SampleRuns.Unsupported("splice", 1024, reason))),
        StringComparison.Ordinal);

    private static string Write(RunResult run)
    {
        using StringWriter writer = new();
        new CsvReport().Write(run, writer);
        return writer.ToString();
    }
}
