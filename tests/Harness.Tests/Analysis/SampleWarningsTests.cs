using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Statistics;

namespace FileTransfer.Harness.Tests.Analysis;

public sealed class SampleWarningsTests
{
    private const int Count = 400;

    [Fact]
    public void Of_SteadyRun_IsNone() => Assert.Empty(SampleWarnings.Of(Run(index => 30_000 + (index * 37 % 1_000))));

    /// <summary>The remedy is to pin both ends, unless they are.</summary>
    [Theory]
    [InlineData("none", "send-file at 1K (3", true)]
    [InlineData("split", "send-file at 1K split (3", false)]
    public void Of_TwoTypicalTimes_NamesThemWithTheRemedy(string placement, string name, bool isToPin)
    {
        string warning = Assert.Single(SampleWarnings.Of(
            Run(index => (index % 10 < 7 ? 30_000 : 90_000) + (index * 37 % 2_000), placement)));

        Assert.StartsWith("Transfer times have several modes", warning, StringComparison.Ordinal);
        Assert.Contains(name, warning, StringComparison.Ordinal);
        Assert.Equal(isToPin, warning.Contains("--affinity same,split", StringComparison.Ordinal));
    }

    [Fact]
    public void Of_PaceThatChangesForGood_IsADrift()
    {
        string warning = SampleWarnings.Of(Run(index => (index < Count / 2 ? 20_000 : 30_000) + (index * 37 % 2_000)))[^1];

        Assert.StartsWith(
            "Transfer times drift inside launches: send-file at 1K (1 of 1 launches, at most from 2",
            warning,
            StringComparison.Ordinal);
        Assert.Contains("repeat on an idle machine", warning, StringComparison.Ordinal);
    }

    private static RunResult Run(Func<int, long> sample, string? placement = null)
    {
        long[] samples = [.. Enumerable.Range(0, Count).Select(sample)];
        Launch launch = new()
        {
            Round = 1,
            Nanoseconds = samples,
            SendReturnedNanoseconds = samples,
            MedianNanoseconds = SampleStatistics.Median(samples),
        };
        return SampleRuns.Run(SampleRuns.Measured("send-file", SampleRuns.Kilobyte, 1) with
        {
            Launches = [launch],
            Placement = placement,
        });
    }
}
