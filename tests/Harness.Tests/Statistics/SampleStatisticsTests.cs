using FileTransfer.Results;
using FileTransfer.Results.Statistics;

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
    public void Of_LaunchesThatDiffer_HasTheIntervalOfTheLaunchesAndNotOfTheTransfers()
    {
        // 1,000 equal transfers each: as many independent ones would leave an interval of a few nanoseconds.
        Launch[] launches = [.. Enumerable.Range(0, 10).Select(launch => Of([.. Enumerable.Repeat(1000L + (10 * launch), 1000)]))];

        Interval interval = SampleStatistics.Of(launches, 1, delivers: true).MedianInterval!;

        Assert.InRange(interval.Lower, 1000, 1020);
        Assert.InRange(interval.Upper, 1070, 1090);
    }

    [Fact]
    public void Of_TailThatOneLaunchMade_HasNoUpperEnd()
    {
        Launch[] launches = [.. Enumerable.Range(0, 10)
            .Select(launch => Of([.. Enumerable.Repeat(100L, 900), .. Enumerable.Repeat(launch == 0 ? 5000L : 200L, 100)]))];

        MeasurementStatistics statistics = SampleStatistics.Of(launches, 1, delivers: true);

        Assert.NotNull(statistics.P90Interval);
        Assert.Null(statistics.P99Interval);
    }

    /// <summary>Launches differ by 10 %, transfers by 30 %: in about 95 of 100 runs the true percentile is inside.</summary>
    [Theory]
    [InlineData(0.5, 0)]
    [InlineData(0.9, 1.2816)]
    [InlineData(0.99, 2.3263)]
    public void Of_RunsMadeAnew_HoldsTheTruePercentile(double share, double normalQuantile)
    {
        const int Runs = 400;
        double truth = 1e6 * Math.Exp(Math.Sqrt((0.1 * 0.1) + (0.3 * 0.3)) * normalQuantile);
        var random = new Random(1);
        int inside = 0;
        for (int run = 0; run < Runs; run++)
        {
            MeasurementStatistics statistics = SampleStatistics.Of(
                [.. Enumerable.Range(0, 10).Select(_ => Drawn(random))],
                1,
                delivers: true);
            Interval? interval = share switch
            {
                0.5 => statistics.MedianInterval,
                0.9 => statistics.P90Interval,
                _ => statistics.P99Interval,
            };
            // One without an upper end holds everything above.
            inside += interval is null || (interval.Lower <= truth && truth <= interval.Upper) ? 1 : 0;
        }

        Assert.InRange(inside / (double)Runs, 0.90, 0.99);
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

    private static Launch Drawn(Random random)
    {
        double launch = 0.1 * Normal(random);
        return Of([.. Enumerable.Range(0, 200).Select(_ => (long)(1e6 * Math.Exp(launch + (0.3 * Normal(random)))))]);
    }

    private static double Normal(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());

    private static Launch Of(long[] samples) => new()
    {
        Round = 1,
        Nanoseconds = samples,
        SendReturnedNanoseconds = Array.ConvertAll(samples, sample => sample * 100),
        MedianNanoseconds = SampleStatistics.Median(samples),
    };
}
