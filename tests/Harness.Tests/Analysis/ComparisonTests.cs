using FileTransfer.Harness.Results;
using FileTransfer.Harness.Statistics;
using Xunit;

namespace FileTransfer.Harness.Tests.Statistics;

public sealed class ComparisonTests
{
    // With 5 and 5 values P(U ≤ 2) = 4/252 is below 2.5 % and P(U ≤ 3) = 7/252 is not, so the bounds are the third ratios from either end.
    [Fact]
    public void Of_FiveLaunchesTwiceAsFast_HasTheExactInterval()
    {
        Comparison comparison = Of([10, 11, 12, 13, 14], [5, 5.5, 6, 6.5, 7]);

        Assert.Equal(2, comparison.Ratio, precision: 9);
        Assert.Equal(11 / 7.0, comparison.Interval!.Lower, precision: 9);
        Assert.Equal(14 / 5.5, comparison.Interval.Upper, precision: 9);
        Assert.Equal(ComparisonVerdict.Faster, comparison.Verdict);
        Assert.False(comparison.IsProvisional);
    }

    [Fact]
    public void Of_OtherWayRound_IsTheReciprocal()
    {
        Comparison comparison = Of([5, 5.5, 6, 6.5, 7], [10, 11, 12, 13, 14]);

        Assert.Equal(0.5, comparison.Ratio, precision: 9);
        Assert.Equal(5.5 / 14, comparison.Interval!.Lower, precision: 9);
        Assert.Equal(7 / 11.0, comparison.Interval.Upper, precision: 9);
        Assert.Equal(ComparisonVerdict.Slower, comparison.Verdict);
    }

    [Fact]
    public void Of_SameLaunches_IsIndistinguishable()
    {
        Comparison comparison = Of([10, 11, 12, 13, 14], [14, 13, 12, 11, 10]);

        Assert.Equal(1, comparison.Ratio, precision: 9);
        Assert.Equal(11 / 14.0, comparison.Interval!.Lower, precision: 9);
        Assert.Equal(14 / 11.0, comparison.Interval.Upper, precision: 9);
        Assert.Equal(ComparisonVerdict.Indistinguishable, comparison.Verdict);
    }

    [Fact]
    public void Of_ConstantLaunches_HasAPointForAnInterval()
    {
        Comparison comparison = Of([10, 10, 10, 10, 10], [10, 10, 10, 10, 10]);

        Assert.Equal(new Interval(1, 1), comparison.Interval);
        Assert.Equal(ComparisonVerdict.Indistinguishable, comparison.Verdict);
    }

    [Theory]
    [InlineData(3, 3, false)]
    [InlineData(3, 4, false)]
    [InlineData(4, 4, true)]
    [InlineData(3, 5, true)]
    [InlineData(2, 8, true)]
    [InlineData(1, 30, false)]
    public void Of_FewLaunches_HasAnIntervalOnlyWhereTheTestReaches95Percent(int baseline, int other, bool reachable)
    {
        Comparison comparison = Of([.. Sequence(1000, baseline)], [.. Sequence(100, other)]);

        Assert.Equal(reachable, comparison.Interval is not null);
        Assert.Equal(reachable ? ComparisonVerdict.Faster : ComparisonVerdict.Indistinguishable, comparison.Verdict);
        Assert.True(comparison.IsProvisional);
    }

    [Fact]
    public void Of_FourLaunches_HasTheWidestInterval()
    {
        Comparison comparison = Of([40, 41, 42, 43], [10, 11, 12, 13]);

        Assert.Equal(40 / 13.0, comparison.Interval!.Lower, precision: 9);
        Assert.Equal(43 / 10.0, comparison.Interval.Upper, precision: 9);
    }

    [Theory]
    [InlineData(30, 30)]
    [InlineData(32, 33)]
    [InlineData(40, 40)]
    [InlineData(5, 100)]
    public void Of_ManyLaunches_HasANarrowIntervalAroundTheRatio(int baseline, int other)
    {
        Comparison comparison = Of([.. Sequence(2000, baseline)], [.. Sequence(1000, other)]);

        Assert.InRange(comparison.Interval!.Lower, 1.8, comparison.Ratio);
        Assert.InRange(comparison.Interval.Upper, comparison.Ratio, 2.2);
        Assert.Equal(ComparisonVerdict.Faster, comparison.Verdict);
    }

    [Fact]
    public void Of_LaunchesWithManyTransfers_CountsLaunches()
    {
        Measurement baseline = SampleRuns.Measured("read-write-1k", 1024, 40_000, 41_000, 42_000) with { Launches = [SampleRuns.Launch(40_000, 5000)] };

        Comparison comparison = Comparison.Of(baseline, SampleRuns.Measured("send-file", 1024, 1000, 1001, 1002, 1003, 1004));

        Assert.Equal(1, comparison.BaselineLaunches);
        Assert.True(comparison.IsProvisional);
        Assert.Null(comparison.Interval);
    }

    [Fact]
    public void Of_NotMeasured_IsRefused()
    {
        Measurement measured = SampleRuns.Measured("send-file", 1024, 1000);

        Assert.Throws<ArgumentException>(() => Comparison.Of(measured, SampleRuns.Failed("begin-send", 1024, "short")));
        Assert.Throws<ArgumentException>(() => Comparison.Of(SampleRuns.Unsupported("splice", 1024, "not here"), measured));
        Assert.Throws<ArgumentException>(() => Comparison.Of(measured, SampleRuns.Measured("begin-send", 2048, 1000)));
    }

    private static IEnumerable<double> Sequence(double first, int count) =>
        Enumerable.Range(0, count).Select(index => first * (1 + (index * 0.0001)));

    private static Comparison Of(double[] baseline, double[] other) => Comparison.Of(With("read-write-1k", baseline), With("send-file", other));

    private static Measurement With(string strategy, double[] medians) => SampleRuns.Measured(strategy, 1024, 1000) with
    {
        Launches = Array.ConvertAll(medians, median => SampleRuns.Launch(1000) with { MedianNanoseconds = median }),
    };
}
