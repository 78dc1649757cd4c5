using FileTransfer.Harness.Comparing;
using FileTransfer.Results;
using FileTransfer.Results.Statistics;

namespace FileTransfer.Harness.Tests.Comparing;

/// <summary>What is concluded from rounds of which the truth is known.</summary>
public sealed class SideComparisonTests
{
    private const double Threshold = 1.05;

    private static readonly int s_comparisons = Exhaustive.Or(60, 200);

    /// <summary>Of so many trials of 5 %, 95 % have at most that many.</summary>
    private static readonly int s_mostWrong = Exhaustive.Or(6, 16);

    [Theory]
    [InlineData(1.3, "Regression")]
    [InlineData(0.75, "Improvement")]
    [InlineData(1.0, "Equivalent")]
    public void Of_AClearCase_IsToldForEveryCase(double factor, string verdict)
    {
        var comparison = SideComparison.Of(new SimulatedRounds(1) { Factor = factor, Noise = 0.01 }.Make(12), Threshold);
        Assert.All(Some.Of(comparison.Cases), one => Assert.Equal(verdict, one.Verdict.ToString()));
        Assert.True(comparison.IsDecided);
    }

    /// <summary>A change within the threshold is none.</summary>
    [Fact]
    public void Of_AChangeBelowTheThreshold_IsEquivalent()
    {
        var comparison = SideComparison.Of(new SimulatedRounds(2) { Factor = 1.02, Noise = 0.01 }.Make(12), Threshold);
        Assert.All(Some.Of(comparison.Cases), one => Assert.Equal(ChangeVerdict.Equivalent, one.Verdict));
    }

    /// <summary>Nothing has changed in any comparison: as few as one in twenty may say otherwise, of any of four cases.</summary>
    [Fact]
    public void Of_NothingChanged_AlarmsRarely()
    {
        int alarms = Enumerable.Range(0, s_comparisons).Count(seed =>
            SideComparison.Of(new SimulatedRounds(seed) { Noise = 0.1 }.Make(10), threshold: 1.0000001)
                .Cases.Any(one => one.Verdict is ChangeVerdict.Regression or ChangeVerdict.Improvement));
        Assert.InRange(alarms, 0, s_mostWrong);
    }

    /// <summary>
    /// Every measurement takes 2 % longer than the one before it, so that the first and the last side of a round differ by twice the
    /// threshold: the order is random, and no more comparisons alarm than without it.
    /// </summary>
    [Fact]
    public void Of_ADriftBetweenTheArms_AlarmsRarely()
    {
        int alarms = Enumerable.Range(0, s_comparisons).Count(seed =>
            SideComparison.Of(new SimulatedRounds(3000 + seed) { Slide = 1.02, Noise = 0.03 }.Make(12), threshold: 1.02)
                .Cases.Any(one => one.Verdict is ChangeVerdict.Regression or ChangeVerdict.Improvement));
        Assert.InRange(alarms, 0, s_mostWrong);
    }

    /// <summary>The intervals of all four cases contain the truth in as many as 19 of 20.</summary>
    [Fact]
    public void Of_AnyChange_HasTheTruthInItsIntervals()
    {
        const double Truth = 1.2;
        int missed = Enumerable.Range(0, s_comparisons).Count(seed =>
            SideComparison.Of(new SimulatedRounds(1000 + seed) { Factor = Truth, Noise = 0.1 }.Make(12), Threshold)
                .Cases.Any(one => Truth < one.Interval!.Lower || Truth > one.Interval.Upper));
        Assert.InRange(missed, 0, s_mostWrong);
    }

    /// <summary>A machine on which the base differs from itself by 20 % proves no 10 %.</summary>
    [Fact]
    public void Of_ABaseThatDiffersFromItself_WidensTheMargin()
    {
        var comparison = SideComparison.Of(new SimulatedRounds(3) { Repeated = 1.2, Factor = 1.1, Noise = 0.01 }.Make(12), Threshold);
        Assert.InRange(comparison.Margin, 1.15, 1.25);
        Assert.Equal(0, comparison.Count(ChangeVerdict.Regression));
    }

    [Fact]
    public void Of_NoisyRounds_CannotTellAndSaysWhatWould()
    {
        var comparison = SideComparison.Of(new SimulatedRounds(4) { Factor = 1.0, Noise = 0.2 }.Make(10), Threshold);
        ComparedCase one = comparison.Cases.First(one => one.Verdict == ChangeVerdict.CannotTell);
        Assert.InRange(one.SmallestSeen!.Value, 1.05, 3);
        Assert.InRange(one.RoundsToDecide(comparison.Margin) ?? 11, 11, 1000);
        Assert.False(comparison.IsDecided);
    }

    [Fact]
    public void Of_TooFewRounds_IsInvalid()
    {
        var comparison = SideComparison.Of(new SimulatedRounds(5).Make(Race.FewestRounds - 1), Threshold);
        Assert.All(Some.Of(comparison.Cases), one =>
        {
            Assert.Equal(ChangeVerdict.Invalid, one.Verdict);
            Assert.Contains("rounds are needed", one.Reason, StringComparison.Ordinal);
        });
    }

    [Fact]
    public void Of_ACaseThatFailedOnOneSide_IsInvalidWithItsReason()
    {
        IReadOnlyList<ComparisonRound> rounds = new SimulatedRounds(6).Make(10);
        RunResult broken = rounds[4].Other;
        broken = broken with
        {
            Measurements = [SampleRuns.Failed("read-write-64k", 1024, "the receiver confirmed 7 bytes"), .. broken.Measurements.Skip(1)],
        };
        rounds = [.. rounds.Select((round, index) => index == 4 ? round with { Other = broken } : round)];

        var comparison = SideComparison.Of(rounds, Threshold);
        ComparedCase failed = comparison.Cases.Single(one => one.Strategy == "read-write-64k");
        Assert.Equal((ChangeVerdict.Invalid, "the receiver confirmed 7 bytes"), (failed.Verdict, failed.Reason));
        Assert.Equal(0, failed.BaseNanoseconds);
        Assert.DoesNotContain(comparison.Cases, one => one.Strategy != "read-write-64k" && one.Verdict == ChangeVerdict.Invalid);
    }

    [Fact]
    public void Of_WhatNeitherSideSupports_IsNoCase()
    {
        RunResult run = SampleRuns.Run(SampleRuns.Unsupported("splice", 1024, "splice(2) needs Linux"));
        Assert.Empty(SideComparison.Of([new ComparisonRound(run, run, run)], Threshold).Cases);
    }
}
