using FileTransfer.Results;
using FileTransfer.Results.Reports;

namespace FileTransfer.Harness.Tests.Reports;

public sealed class HtmlVerdictsTests
{
    private static readonly long[] s_slow = SampleRuns.Steps(40_000, 100);
    private static readonly long[] s_fast = SampleRuns.Steps(20_000, 100);

    private const StringComparison Exactly = StringComparison.Ordinal;

    private static readonly double[] s_noise = [1.5, 0.8, 1.4, 0.9, 1.3, 0.8, 1.2, 0.7, 1.1, 1.2];

    [Fact]
    public void Content_LeadChangesHands_NamesTheSizesAround()
    {
        string content = Content(
            SampleRuns.Measured("read-write-1k", SampleRuns.Kilobyte, s_fast),
            SampleRuns.Measured("send-file", SampleRuns.Kilobyte, s_slow),
            SampleRuns.Measured("read-write-1k", SampleRuns.Megabyte, s_slow),
            SampleRuns.Measured("send-file", SampleRuns.Megabyte, s_fast));

        Assert.Contains(
            "Between <b>1K</b> and <b>1M</b> the lead passes from <b>read-write-1k</b> to <b>send-file</b>.",
            content,
            StringComparison.Ordinal);
        Assert.Contains("<td class=\"won\"><b>read-write-1k</b>, 1.98× as fast as the next, send-file (1.", content, Exactly);
        Assert.Contains("<td class=\"won\"><b>send-file</b>, 1.98× as fast as the next, read-write-1k (1.", content, Exactly);
        Assert.Contains("<p class=\"advice\">Use read-write-1k; at 1M, send-file.</p>", content, StringComparison.Ordinal);
    }

    [Fact]
    public void Content_LeadIsShared_SaysThatThereIsNoCrossover()
    {
        string content = Content(
            SampleRuns.Measured("read-write-1k", SampleRuns.Kilobyte, s_slow),
            SampleRuns.Measured("send-file", SampleRuns.Kilobyte, s_slow));

        Assert.Contains("<b>read-write-1k</b> or send-file (less than 10 % apart)", content, StringComparison.Ordinal);
        Assert.Contains("None: the run does not show that the lead changes", content, StringComparison.Ordinal);
        Assert.Contains("At 1K: <b>read-write-1k</b> and <b>send-file</b> are each the fastest", content, StringComparison.Ordinal);
    }

    [Fact]
    public void Content_NoiseHidesEverything_HasNoWinner()
    {
        string content = Content(
            SampleRuns.Measured("read-write-64k", SampleRuns.Kilobyte, [.. s_noise.Select(noise => (long)(40_000 * noise))]),
            SampleRuns.Measured("send-file", SampleRuns.Kilobyte, [.. s_noise.Reverse().Select(noise => (long)(41_000 * noise))]));

        Assert.Matches(
            "<td class=\"open\">undecided between [a-z0-9-]+ and [a-z0-9-]+: with [a-z0-9-]+ you lose at most [0-9]+ %</td>", content);
    }

    [Fact]
    public void Content_WinnerHasPeers_NamesThemAll()
    {
        string content = Content(
            SampleRuns.Measured("read-write-1k", SampleRuns.Kilobyte, s_slow),
            SampleRuns.Measured("send-file", SampleRuns.Kilobyte, s_fast),
            SampleRuns.Measured("begin-send", SampleRuns.Kilobyte, s_fast));

        Assert.Contains("<b>send-file</b> or begin-send (less than 10 % apart)", content, StringComparison.Ordinal);
    }

    [Fact]
    public void Content_WinnerHasManyPeers_NamesFourAndCountsTheRest()
    {
        string content = Content([
            SampleRuns.Measured("read-write-1k", SampleRuns.Kilobyte, s_slow),
            .. Enumerable.Range(1, 8).Select(other => SampleRuns.Measured($"other-{other}", SampleRuns.Kilobyte, s_fast)),
        ]);

        Assert.Contains("<b>other-1</b>, other-2, other-3, other-4 or 4 more (less", content, StringComparison.Ordinal);
        Assert.Contains("<b>other-5</b> and 3 more are each the fastest", content, StringComparison.Ordinal);
    }

    [Fact]
    public void Content_TwoTransports_NamesThem()
    {
        string content = Content(
            SampleRuns.Measured("read-write-1k", SampleRuns.Kilobyte, s_fast),
            SampleRuns.Measured("send-file", SampleRuns.Kilobyte, s_slow),
            SampleRuns.Measured("read-write-1k", SampleRuns.Kilobyte, s_slow) with { Transport = "unix" },
            SampleRuns.Measured("send-file", SampleRuns.Kilobyte, s_fast) with { Transport = "unix" });

        Assert.Contains("At 1K over tcp: <b>read-write-1k</b>", content, StringComparison.Ordinal);
        Assert.Contains("At 1K over unix: <b>send-file</b>", content, StringComparison.Ordinal);
    }

    [Fact]
    public void Content_OneLaunch_ProvesNothing()
    {
        string content = Content(
            SampleRuns.Measured("read-write-1k", SampleRuns.Kilobyte, 40_000),
            SampleRuns.Measured("send-file", SampleRuns.Kilobyte, 20_000));

        Assert.Contains("<td class=\"open\">provisionally send-file, after 1 of 6 rounds</td>", content, StringComparison.Ordinal);
    }

    private static string Content(params Measurement[] measurements) => HtmlVerdicts.Content(SampleRuns.Run(measurements)).Value;
}
