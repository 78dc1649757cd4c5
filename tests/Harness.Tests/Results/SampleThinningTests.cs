using FileTransfer.Results;

namespace FileTransfer.Harness.Tests.Results;

public sealed class SampleThinningTests
{
    [Fact]
    public void Thin_EightSamples_KeepsEvenlySpacedRanksInTheirOrder()
    {
        Launch launch = Of([5, 9, 1, 7, 4, 6, 3, 8]);

        Launch thinned = SampleThinning.Thin(launch, maxSamples: 4);

        // Of 1 3 4 5 6 7 8 9 the ranks 0, 2, 5 and 7: with three steps from first to last there is no better spacing.
        Assert.Equal([9, 1, 7, 4], thinned.Nanoseconds);
        Assert.Equal([90, 10, 70, 40], thinned.SendReturnedNanoseconds);
        Assert.Equal(8, thinned.ThinnedFrom);
        Assert.Equal(launch.MedianNanoseconds, thinned.MedianNanoseconds);
    }

    [Theory]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(10)]
    [InlineData(99)]
    public void Thin_ManySamples_KeepsExtremesAndOrderAndAsManyAsAllowed(int maxSamples)
    {
        Launch launch = SampleRuns.Launch(40_000, count: 1000);

        Launch thinned = SampleThinning.Thin(launch, maxSamples);

        Assert.Equal(maxSamples, thinned.Nanoseconds.Count);
        Assert.Equal(launch.Nanoseconds.Min(), thinned.Nanoseconds.Min());
        Assert.Equal(launch.Nanoseconds.Max(), thinned.Nanoseconds.Max());
        int[] places = [.. thinned.Nanoseconds.Select(sample => launch.Nanoseconds.ToList().IndexOf(sample))];
        Assert.Equal(places.Order(), places);
        Assert.Equal(places.Select(place => launch.SendReturnedNanoseconds[place]), thinned.SendReturnedNanoseconds);
    }

    [Theory]
    [InlineData(0.1)]
    [InlineData(0.5)]
    [InlineData(0.9)]
    [InlineData(0.99)]
    public void Thin_FewSlowTransfersAmongMany_KeepsThePercentiles(double share)
    {
        // A twentieth of the transfers takes a hundred times as long, in bursts.
        Launch launch = Of([.. Enumerable.Range(0, 20_000)
            .Select(index => 1_000L + (index * 7919L % 20_000 / 100) + (index % 2_000 < 100 ? 100_000 : 0))]);

        Launch thinned = SampleThinning.Thin(launch, maxSamples: 500);

        Assert.InRange(Rank(thinned, share) / (double)Rank(launch, share), 0.999, 1.001);
    }

    [Fact]
    public void Thin_SlowBegin_KeepsTheCourse()
    {
        Launch launch = Of([.. Enumerable.Range(0, 1_000).Select(index => (index < 300 ? 5_000L : 1_000L) + (index * 37 % 100))]);

        Launch thinned = SampleThinning.Thin(launch, maxSamples: 100);

        Assert.Equal(30, thinned.Nanoseconds.TakeWhile(sample => sample >= 5_000).Count(), 1d);
        Assert.Equal(70, thinned.Nanoseconds.Reverse().TakeWhile(sample => sample < 5_000).Count(), 1d);
    }

    [Fact]
    public void Thin_EqualSamples_KeepsThemSpreadOverTheLaunch() =>
        Assert.Equal([10, 30, 40, 60], SampleThinning.Thin(
            Of([5, 5, 5, 5, 5, 5]) with { SendReturnedNanoseconds = [10, 20, 30, 40, 50, 60] },
            maxSamples: 4).SendReturnedNanoseconds);

    [Fact]
    public void Thin_FewSamples_ChangesNothing()
    {
        Launch launch = Of([1, 2, 3, 4]);

        Assert.Same(launch, SampleThinning.Thin(launch, maxSamples: 4));
    }

    [Fact]
    public void Thin_ThinnedBefore_KeepsTheFirstCount() =>
        Assert.Equal(8, SampleThinning.Thin(SampleThinning.Thin(Of([5, 9, 1, 7, 4, 6, 3, 8]), maxSamples: 4), maxSamples: 2).ThinnedFrom);

    [Fact]
    public void Thin_OneSample_IsRefused() =>
        Assert.Throws<ArgumentOutOfRangeException>(() => SampleThinning.Thin(Of([1, 2]), maxSamples: 1));

    [Fact]
    public void Thin_LargeRun_FitsTheLimitClosely()
    {
        RunResult run = SampleRuns.Run(
            SampleRuns.Measured("send-file", 1024, 40_000) with
            {
                Launches = [SampleRuns.Launch(40_000, 50_000), SampleRuns.Launch(41_000, 30_000) with { Round = 2 }],
            },
            SampleRuns.Measured("begin-send", 1024, 50_000));

        RunResult thinned = SampleThinning.Thin(run, maxBytes: 100_000);

        Assert.InRange(ResultsFile.ToBytes(thinned).Length, 90_000, 100_000);
        Assert.Equal([50_000, 30_000], thinned.Measurements[0].Launches.Select(launch => launch.ThinnedFrom!.Value));
        Assert.Same(run.Measurements[1].Launches[0], thinned.Measurements[1].Launches[0]);
        Assert.Equal(
            run.Measurements.Select(measurement => measurement.Statistics),
            thinned.Measurements.Select(measurement => measurement.Statistics));
    }

    [Fact]
    public void Thin_SmallRun_ChangesNothing()
    {
        RunResult run = SampleRuns.Small();

        Assert.Same(run, SampleThinning.Thin(run));
    }

    /// <summary>A run of many strategies has more turns than that: it was an error, and nothing could be published of it.</summary>
    [Fact]
    public void Thin_RunThatIsTooLargeWithoutSamples_KeepsTwoOfEachLaunch()
    {
        RunResult thinned = SampleThinning.Thin(SampleRuns.Small(), maxBytes: 1000);

        Assert.All(
            thinned.Measurements.SelectMany(measurement => measurement.Launches),
            launch => Assert.InRange(launch.Nanoseconds.Count, 0, 2));
        Assert.NotNull(thinned.ThinnedFromSha256);
    }

    private static long Rank(Launch launch, double share) =>
        launch.Nanoseconds.Order().ElementAt((int)Math.Round(share * (launch.Nanoseconds.Count - 1)));

    private static Launch Of(long[] samples) => new()
    {
        Round = 1,
        Nanoseconds = samples,
        SendReturnedNanoseconds = Array.ConvertAll(samples, sample => sample * 10),
        MedianNanoseconds = 5.5,
    };
}
