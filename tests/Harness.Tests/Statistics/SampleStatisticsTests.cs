using FileTransfer.Harness.Results;
using FileTransfer.Harness.Statistics;
using Xunit;

namespace FileTransfer.Harness.Tests.Statistics;

public sealed class SampleStatisticsTests
{
    [Fact]
    public void Of_OneToHundredInTwoLaunches_PoolsThem()
    {
        Launch odd = Of([.. Enumerable.Range(0, 50).Select(index => 99L - (2 * index))]);
        Launch even = Of([.. Enumerable.Range(1, 50).Select(index => 2L * index)]);

        MeasurementStatistics statistics = SampleStatistics.Of([odd, even], sizeBytes: 101_000, delivers: true);

        Assert.Equal(100, statistics.N);
        Assert.Equal(1, statistics.Min);
        Assert.Equal(50.5, statistics.P50);
        Assert.Equal(90.1, statistics.P90, precision: 9);
        Assert.Equal(99.01, statistics.P99, precision: 9);
        Assert.Equal(99.901, statistics.P999, precision: 9);
        Assert.Equal(100, statistics.Max);
        Assert.Equal(50.5, statistics.Mean);
        Assert.Equal(5050, statistics.SendReturnedP50);
        Assert.Equal(2_000_000, statistics.ThroughputMBps);
    }

    [Fact]
    public void Of_LaunchesOfUnequalLength_WeighsThemEqually()
    {
        Launch fast = Of([.. Enumerable.Range(0, 1000).Select(index => 100L + (index % 10))]);
        Launch slow = Of([.. Enumerable.Range(0, 100).Select(index => 300L + (index % 10))]);
        Launch slower = Of([.. Enumerable.Range(0, 50).Select(index => 400L + (index % 10))]);

        MeasurementStatistics statistics = SampleStatistics.Of([fast, slow, slower], sizeBytes: 1000, delivers: true);

        Assert.Equal(1150, statistics.N);
        Assert.Equal(100, statistics.Min);
        Assert.Equal(409, statistics.Max);
        // Two launches of three are slow; of all samples taken together, most are fast.
        Assert.InRange(statistics.P50, 300, 309);
        Assert.InRange(statistics.P90, 400, 409);
        Assert.Equal((104.5 + 304.5 + 404.5) / 3, statistics.Mean, precision: 9);
    }

    [Theory]
    [InlineData(1000, false)]
    [InlineData(0, true)]
    public void Of_NothingDelivered_HasNoThroughput(long sizeBytes, bool delivers) =>
        Assert.Null(SampleStatistics.Of([Of([10])], sizeBytes, delivers).ThroughputMBps);

    [Fact]
    public void Of_TransfersInFlightTogether_HasTheThroughputOfAllOfThem() =>
        Assert.Equal(250, SampleStatistics.Of([Of([3200])], sizeBytes: 1000, delivers: true, wallNanoseconds: 4000).ThroughputMBps);

    [Fact]
    public void Of_TwoLaunches_HasNoInterval() => Assert.Null(SampleStatistics.Of([Of([10]), Of([20])], 1, delivers: true).MedianInterval);

    [Fact]
    public void Of_FifteenEqualLaunches_HasAnIntervalWithoutWidth()
    {
        Launch[] launches = [.. Enumerable.Range(0, 15).Select(_ => Of([50, 50, 60]))];
        Interval interval = SampleStatistics.Of(launches, 1, delivers: true).MedianInterval!;
        Assert.Equal(50, interval.Lower, precision: 9);
        Assert.Equal(50, interval.Upper, precision: 9);
    }

    [Fact]
    public void Of_FiveLaunches_HasTheIntervalOfTheirMedians()
    {
        // Each launch has one stray sample more than the others: the interval must come from the medians, not from the pool.
        Launch[] launches = [.. new long[] { 10, 11, 12, 13, 14 }.Select(median => Of([median, median, 1_000_000]))];

        Interval interval = SampleStatistics.Of(launches, 1, delivers: true).MedianInterval!;

        Assert.Equal(12, (interval.Lower + interval.Upper) / 2, precision: 6);
        Assert.InRange(interval.Lower, 9, 10);
    }

    [Fact]
    public void Of_AMillionSamples_IsExact()
    {
        MeasurementStatistics statistics = SampleStatistics.Of([SampleRuns.Launch(1000, count: 1_000_001)], 1, delivers: true);

        Assert.Equal(501_000, statistics.P50);
        Assert.Equal(901_000, statistics.P90);
        Assert.Equal(1_001_000, statistics.Max);
    }

    [Fact]
    public void Of_NoSamples_IsRefused()
    {
        Assert.Throws<ArgumentException>(() => SampleStatistics.Of([], 1, delivers: true));
        Assert.Throws<ArgumentException>(() => SampleStatistics.Median([]));
    }

    [Theory]
    [InlineData(new long[] { 3, 1, 2 }, 2)]
    [InlineData(new long[] { 4, 1, 2, 3 }, 2.5)]
    public void Median_Samples_IsTheMiddle(long[] samples, double expected) => Assert.Equal(expected, SampleStatistics.Median(samples));

    private static Launch Of(long[] samples) => new()
    {
        Nanoseconds = samples,
        SendReturnedNanoseconds = Array.ConvertAll(samples, sample => sample * 100),
        MedianNanoseconds = SampleStatistics.Median(samples),
    };
}
