using FileTransfer.Results;
using FileTransfer.Results.Reports;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Tests.Reports;

/// <summary>What strategies counted beside the time reaches every reader.</summary>
public sealed class ObservedTests
{
    private static readonly Observation s_copied = new("buffers the kernel copied <after> all", 100, "%");

    [Fact]
    public void Of_EqualAtSeveralSizes_IsOneLine()
    {
        RunResult run = SampleRuns.Run(
            Observing("msg-zerocopy", SampleRuns.Kilobyte, s_copied),
            Observing("msg-zerocopy", SampleRuns.Megabyte, s_copied),
            Observing("send-file-async", SampleRuns.Megabyte, new Observation(Observation.OpenDescriptors, 12_345, string.Empty)),
            Observing("msg-zerocopy-kept", SampleRuns.Megabyte, s_copied with { Value = 33.3333 }));

        Assert.Equal(
            [
                "msg-zerocopy at every size: buffers the kernel copied <after> all: 100 %",
                "send-file-async at 1M: file descriptors of the payload left open: 12,345",
                "msg-zerocopy-kept at 1M: buffers the kernel copied <after> all: 33.3 %",
            ],
            Observed.Of(run));
    }

    [Fact]
    public void Of_Failed_IsNoResult() => Assert.Empty(
        Observed.Of(SampleRuns.Run(SampleRuns.Failed("msg-zerocopy", SampleRuns.Kilobyte, "short") with { Observations = [s_copied] })));

    [Fact]
    public void Write_Observations_AreInBothReportsForPeople()
    {
        RunResult run = SampleRuns.Run(
            Observing("msg-zerocopy", SampleRuns.Megabyte, s_copied),
            SampleRuns.Measured("send-file", SampleRuns.Kilobyte, 1_000));

        Assert.Contains(
            "## Observed\n\n- msg-zerocopy at 1M: buffers the kernel copied \\<after\\> all: 100 %\n",
            Write(new MarkdownReport(), run),
            StringComparison.Ordinal);
        Assert.Contains(
            "<li>msg-zerocopy at 1M: buffers the kernel copied &lt;after&gt; all: 100 %</li>",
            Write(new HtmlReport(), run),
            StringComparison.Ordinal);
        Assert.DoesNotContain("Observed", Write(new MarkdownReport(), SampleRuns.Small()), StringComparison.Ordinal);
        Assert.DoesNotContain("Observed", Write(new HtmlReport(), SampleRuns.Small()), StringComparison.Ordinal);
    }

    private static Measurement Observing(string strategy, long size, Observation observation) =>
        SampleRuns.Measured(strategy, size, 1_000) with { Observations = [observation] };

    private static string Write(IReport report, RunResult run)
    {
        using StringWriter writer = new();
        report.Write(run, writer);
        return writer.ToString();
    }
}
