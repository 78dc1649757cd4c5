using System.Text.RegularExpressions;
using FileTransfer.Results;
using FileTransfer.Results.Reports;

namespace FileTransfer.Harness.Tests.Reports;

public sealed partial class HtmlVerdictsTests
{
    private static readonly long[] s_slow = SampleRuns.Steps(40_000, 100);
    private static readonly long[] s_fast = SampleRuns.Steps(20_000, 100);

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
        Assert.Contains("<b>read-write-1k</b> wins", content, StringComparison.Ordinal);
        Assert.Contains("<b>send-file</b> wins", content, StringComparison.Ordinal);
        // The same two groups of launches, so that the advantage is the same whoever has it.
        string[] advantages = [.. Advantage().Matches(content).Select(match => match.Groups[1].Value)];
        Assert.Equal(2, advantages.Length);
        Assert.Equal(advantages[0], advantages[1]);
        Assert.Equal("1.98×, 95 % CI 1.96–1.99", advantages[0]);
    }

    [Fact]
    public void Content_LeadIsShared_SaysThatThereIsNoCrossover()
    {
        string content = Content(
            SampleRuns.Measured("read-write-1k", SampleRuns.Kilobyte, s_slow),
            SampleRuns.Measured("send-file", SampleRuns.Kilobyte, s_slow));

        Assert.Contains("<b>read-write-1k</b> and <b>send-file</b> share the lead", content, StringComparison.Ordinal);
        Assert.Contains("None: the run does not show that the lead changes", content, StringComparison.Ordinal);
        Assert.Contains("At 1K: <b>read-write-1k</b> and <b>send-file</b> are each the fastest", content, StringComparison.Ordinal);
    }

    [Fact]
    public void Content_NoiseHidesEverything_HasNoWinner()
    {
        string content = Content(
            SampleRuns.Measured("read-write-64k", SampleRuns.Kilobyte, [.. s_noise.Select(noise => (long)(40_000 * noise))]),
            SampleRuns.Measured("send-file", SampleRuns.Kilobyte, [.. s_noise.Reverse().Select(noise => (long)(41_000 * noise))]));

        Assert.Contains("no clear winner", content, StringComparison.Ordinal);
        Assert.DoesNotContain(" wins", content, StringComparison.Ordinal);
    }

    [Fact]
    public void Content_BaselineJumps_IsTheHeadline()
    {
        string content = Content(
            SampleRuns.Measured(
                "read-write-1k", SampleRuns.Kilobyte, 40_000, 90_000, 40_000, 90_000, 40_000, 90_000, 40_000, 90_000, 40_000, 90_000),
            SampleRuns.Measured("send-file", SampleRuns.Kilobyte, SampleRuns.Steps(10_000, 10)));

        Assert.Contains(
            "<p class=\"headline\">the baseline read-write-1k jumps between 40.4 µs and 90.9 µs</p>",
            content,
            StringComparison.Ordinal);
        Assert.Contains("send-file is 4.0–9.0× faster.", content, StringComparison.Ordinal);
    }

    [Fact]
    public void Content_WinnerHasPeers_NamesThemAll()
    {
        string content = Content(
            SampleRuns.Measured("read-write-1k", SampleRuns.Kilobyte, s_slow),
            SampleRuns.Measured("send-file", SampleRuns.Kilobyte, s_fast),
            SampleRuns.Measured("begin-send", SampleRuns.Kilobyte, s_fast));

        Assert.Contains("<b>send-file</b> and <b>begin-send</b> share the lead", content, StringComparison.Ordinal);
        Assert.DoesNotContain(" wins", content, StringComparison.Ordinal);
    }

    [Fact]
    public void Content_WinnerHasManyPeers_NamesFourAndCountsTheRest()
    {
        string content = Content([
            SampleRuns.Measured("read-write-1k", SampleRuns.Kilobyte, s_slow),
            .. Enumerable.Range(1, 8).Select(other => SampleRuns.Measured($"other-{other}", SampleRuns.Kilobyte, s_fast)),
        ]);

        Assert.Contains("<b>other-5</b> and 3 more share the lead", content, StringComparison.Ordinal);
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

        Assert.Contains("<b>send-file</b> leads, unproven", content, StringComparison.Ordinal);
        Assert.DoesNotContain("<svg", content, StringComparison.Ordinal);
    }

    private static string Content(params Measurement[] measurements) => HtmlVerdicts.Content(SampleRuns.Run(measurements)).Value;

    [GeneratedRegex("aria-label=\"([^\"]+)\"")]
    private static partial Regex Advantage();
}
