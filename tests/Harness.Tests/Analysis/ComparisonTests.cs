using FileTransfer.Results;
using FileTransfer.Results.Analysis;

namespace FileTransfer.Harness.Tests.Analysis;

public sealed class ComparisonTests
{
    private static readonly double[] s_noise = [1.00, 1.02, 0.98, 1.01, 0.99, 1.03, 0.97, 1.00, 1.02, 0.98];

    [Fact]
    public void Between_TwiceAsFast_IsFasterByAboutTwo()
    {
        Comparison comparison = Of([.. s_noise.Select(noise => 2000 * noise)], [.. Enumerable.Repeat(1000.0, 10)]);

        Assert.Equal(2, comparison.Ratio, tolerance: 0.01);
        Assert.InRange(comparison.Interval!.Lower, 1.9, 2);
        Assert.InRange(comparison.Interval.Upper, 2, 2.1);
        Assert.Equal(ComparisonVerdict.Faster, comparison.Verdict);
        Assert.Equal(10, comparison.Rounds);
    }

    [Fact]
    public void Between_OtherWayRound_IsTheReciprocal()
    {
        RunResult run = RunOf([.. s_noise.Select(noise => 2000 * noise)], [.. Enumerable.Repeat(1000.0, 10)]);
        Comparison one = Comparisons.Of(run).Between(run.Measurements[0], run.Measurements[1])!;
        Comparison other = Comparisons.Of(run).Between(run.Measurements[1], run.Measurements[0])!;

        Assert.Equal((one.Baseline, one.Other), (other.Other, other.Baseline));
        Assert.Equal(1 / one.Ratio, other.Ratio, precision: 12);
        Assert.Equal(1 / one.Interval!.Upper, other.Interval!.Lower, precision: 12);
        Assert.Equal(ComparisonVerdict.Slower, other.Verdict);
    }

    /// <summary>Everything was three times as slow in some rounds: what is common to a round is no difference.</summary>
    [Fact]
    public void Between_RoundsThatDrift_ComparesWithinThem()
    {
        double[] drift = [1, 3, 1.5, 2, 1, 3, 2.5, 1, 1.2, 2];
        Comparison comparison = Of(
            [.. drift.Zip(s_noise, (level, noise) => 1100 * level * noise)],
            [.. drift.Select(level => 1000 * level)]);

        Assert.Equal(1.1, comparison.Ratio, tolerance: 0.01);
        Assert.Equal(ComparisonVerdict.Faster, comparison.Verdict);
    }

    [Fact]
    public void Between_WithinFivePercent_IsEqual()
    {
        Comparison comparison = Of([.. s_noise.Select(noise => 1000 * Math.Pow(noise, 0.2))], [.. Enumerable.Repeat(1000.0, 10)]);

        Assert.Equal(ComparisonVerdict.Equal, comparison.Verdict);
        Assert.False(comparison.IsDecided);
    }

    [Fact]
    public void Between_TooNoisy_CannotTell()
    {
        Comparison comparison = Of([.. s_noise.Select(noise => 1030 * Math.Pow(noise, 8))], [.. Enumerable.Repeat(1000.0, 10)]);

        Assert.Equal(ComparisonVerdict.CannotTell, comparison.Verdict);
        Assert.InRange(comparison.SmallestSeen!.Value, 1.1, 1.3);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void Between_TooFewRounds_HasNoInterval(int rounds)
    {
        Comparison comparison = Of([.. s_noise.Take(rounds).Select(noise => 3000 * noise)], [.. Enumerable.Repeat(1000.0, rounds)]);

        Assert.Null(comparison.Interval);
        Assert.Equal(ComparisonVerdict.CannotTell, comparison.Verdict);
        Assert.Null(comparison.SmallestSeen);
    }

    [Fact]
    public void Between_ThreeRounds_HasAnInterval()
    {
        Comparison comparison = Of([.. s_noise.Take(3).Select(noise => 3000 * noise)], [.. Enumerable.Repeat(1000.0, 3)]);

        Assert.Equal(ComparisonVerdict.Faster, comparison.Verdict);
    }

    /// <summary>The more is compared, the more of it differs by chance.</summary>
    [Fact]
    public void Between_AmongMany_HasAWiderInterval()
    {
        Random random = new(3);
        Measurement[] two =
        [
            With("read-write-1k", [.. s_noise.Select(noise => 2000 * noise)]),
            With("send-file", [.. Enumerable.Repeat(1000.0, 10)]),
        ];
        Measurement[] more = [.. Enumerable.Range(0, 10)
            .Select(index => With($"other-{index}", [.. Enumerable.Range(0, 10).Select(_ => 1500 + (100 * random.NextDouble()))]))];
        RunResult few = SampleRuns.Run(two);
        RunResult many = SampleRuns.Run([.. two, .. more]);

        Assert.Equal(1, Comparisons.Of(few).Count);
        Assert.Equal(66, Comparisons.Of(many).Count);
        Assert.True(Width(many) > 1.2 * Width(few));

        double Width(RunResult run) => Math.Log(Comparisons.Of(run).Between(two[0], two[1])!.SmallestSeen!.Value);
    }

    [Fact]
    public void Between_MissingInSomeRounds_UsesThoseOfBoth()
    {
        Measurement whole = With("read-write-1k", [.. s_noise.Select(noise => 2000 * noise)]);
        Measurement gaps = With("send-file", [.. Enumerable.Repeat(1000.0, 10)]);
        gaps = gaps with { Launches = [.. gaps.Launches.Where(launch => launch.Round is not (2 or 5))] };
        RunResult run = SampleRuns.Run(whole, gaps);

        Comparison comparison = Comparisons.Of(run).Between(whole, gaps)!;

        Assert.Equal(8, comparison.Rounds);
        Assert.Equal(2, comparison.Ratio, tolerance: 0.02);
    }

    [Fact]
    public void Between_WhatIsNotCompared_IsNull()
    {
        Measurement measured = SampleRuns.Measured("send-file", 1024, SampleRuns.Steps(1000, 1));
        Measurement failed = SampleRuns.Failed("begin-send", 1024, "short");
        Measurement missing = SampleRuns.Unsupported("splice", 1024, "not here");
        Measurement larger = SampleRuns.Measured("begin-send", 2048, SampleRuns.Steps(1000, 1));
        Measurement stranger = SampleRuns.Measured("coalesced-1m", 1024, SampleRuns.Steps(1000, 1));
        var comparisons = Comparisons.Of(SampleRuns.Run(measured, failed, missing, larger));

        Assert.Null(comparisons.Between(measured, failed));
        Assert.Null(comparisons.Between(missing, measured));
        Assert.Null(comparisons.Between(measured, larger));
        Assert.Null(comparisons.Between(measured, stranger));
        Assert.Null(comparisons.Between(measured, measured));
    }

    private static Comparison Of(double[] baseline, double[] other)
    {
        RunResult run = RunOf(baseline, other);
        return Comparisons.Of(run).Between(run.Measurements[0], run.Measurements[1])!;
    }

    private static RunResult RunOf(double[] baseline, double[] other) =>
        SampleRuns.Run(With("read-write-1k", baseline), With("send-file", other));

    private static Measurement With(string strategy, double[] medians) => SampleRuns.Measured(strategy, 1024, 1000) with
    {
        Launches = [.. medians.Select((median, index) => SampleRuns.Launch(1000) with { MedianNanoseconds = median, Round = index + 1 })],
    };
}
