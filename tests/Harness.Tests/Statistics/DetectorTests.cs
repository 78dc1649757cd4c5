using FileTransfer.Harness.Tests.Charts;
using FileTransfer.Results;
using FileTransfer.Results.Statistics;

namespace FileTransfer.Harness.Tests.Statistics;

/// <summary>Changes of pace, modes and pooled quantiles.</summary>
public sealed class DetectorTests
{
    [Fact]
    public void Stretches_StepInTheMiddle_IsFoundWhereItIs()
    {
        IReadOnlyList<Segment> segments = ChangePoints.Segments([.. Around(40_000, 300), .. Around(90_000, 300)]);

        Assert.Equal(2, segments.Count);
        Assert.Equal(300, segments[0].End, 3d);
        Assert.Equal(segments[0].End, segments[1].Start);
        Assert.Equal(600, segments[1].End);
        Assert.InRange(segments[0].MedianNanoseconds, 40_000, 42_000);
        Assert.InRange(segments[1].MedianNanoseconds, 90_000, 94_000);
    }

    [Fact]
    public void Stretches_ManySamples_AreFoundToABlock()
    {
        IReadOnlyList<Segment> segments = ChangePoints.Segments([.. Around(40_000, 30_000), .. Around(90_000, 10_000)]);

        Assert.Equal(2, segments.Count);
        Assert.Equal(30_000, segments[0].End, 200d);
    }

    [Theory]
    [InlineData(1.0)]
    [InlineData(1.05)]
    [InlineData(1.15)]
    public void Stretches_ChangeTooSmallToMatter_IsNotMarked(double change) =>
        Assert.Single(ChangePoints.Segments([.. Around(40_000, 400), .. Around((long)(40_000 * change), 400)]));

    [Fact]
    public void Stretches_FewSamples_IsOne()
    {
        Segment only = Assert.Single(ChangePoints.Segments([1_000, 2_000, 9_000]));

        Assert.Equal(new Segment(0, 3, 2_000), only);
        Assert.Empty(ChangePoints.Segments([]));
    }

    [Fact]
    public void Modes_TwoPaces_AreFoundWithTheirShares()
    {
        IReadOnlyList<Mode> modes = Modes.Several(Pool([.. Around(30_000, 700), .. Around(90_000, 300)]));

        Assert.Equal(2, modes.Count);
        Assert.InRange(modes[0].Nanoseconds, 28_000, 34_000);
        Assert.InRange(modes[1].Nanoseconds, 85_000, 100_000);
        Assert.Equal(0.7, modes[0].Share, 0.05);
        Assert.Equal(0.3, modes[1].Share, 0.05);
    }

    [Fact]
    public void Modes_OnePaceWithATail_AreNone() => Assert.Empty(Modes.Several(Pool(ChartRuns.Noisy(30_000, 5_000, seed: 3))));

    [Fact]
    public void Modes_FewOrEqualSamples_AreNone()
    {
        Assert.Empty(Modes.Several(Pool([.. Around(30_000, 20), .. Around(90_000, 20)])));
        Assert.Empty(Modes.Several(Pool([.. Enumerable.Repeat(1_000L, 500)])));
    }

    [Theory]
    [InlineData(0, 10)]
    [InlineData(0.25, 20)]
    [InlineData(0.5, 30)]
    [InlineData(0.625, 35)]
    [InlineData(1, 50)]
    public void Quantile_WholeSamples_InterpolatesLinearly(double share, double expected) =>
        Assert.Equal(expected, Pool([50, 30, 10, 20, 40]).Quantile(share));

    [Fact]
    public void Quantile_LaunchesOfUnequalLength_WeighsThemEqually()
    {
        Launch thinned = ChartRuns.Launch([100, 110, 120, 130, 140]) with { ThinnedFrom = 1_000 };
        PooledSamples pooled = new([ChartRuns.Launch([10, 10, 10, 10, 10]), thinned]);

        Assert.Equal(1_005, pooled.Total);
        Assert.Equal(10, pooled.Quantile(0.25), precision: 9);
        Assert.InRange(pooled.Quantile(0.75), 118, 122);
        Assert.True(pooled.IsThinned);
    }

    [Fact]
    public void ReliableShare_ThinnedLaunch_EndsBeforeItsLongestSample()
    {
        Assert.Equal(1, Pool([10, 20, 30]).ReliableShare);
        Assert.Equal(
            1 - (1.5 / 5),
            new PooledSamples([ChartRuns.Launch([1, 2, 3]), ChartRuns.Launch([1, 2, 3, 4, 5]) with { ThinnedFrom = 100 }]).ReliableShare,
            precision: 9);
    }

    [Fact]
    public void ShareUpTo_Values_CountsThoseUpToThem()
    {
        PooledSamples pooled = Pool([10, 20, 20, 30]);

        Assert.Equal([0, 0.25, 0.75, 1, 1], ((double[])[5, 10, 20, 30, 99]).Select(pooled.ShareUpTo));
    }

    private static PooledSamples Pool(long[] samples) => new([ChartRuns.Launch(samples)]);

    private static IEnumerable<long> Around(long center, int count) =>
        Enumerable.Range(0, count).Select(index => center + (center * (index * 37 % 101) / 2_000));
}
