using FileTransfer.Results.Explaining;

namespace FileTransfer.Harness.Tests.Explaining;

public sealed class ConfirmationTests
{
    [Fact]
    public void WhyNotCausal_EverythingAgrees_Nothing() => Assert.Null(Agreed().WhyNotCausal);

    [Fact]
    public void WhyNotCausal_NothingStrongerAndNoCounter_Nothing() => Assert.Null(
        (Agreed() with { Stronger = null, Without = Effect(0.6, 0.5, 0.7) with { Counter = null } }).WhyNotCausal);

    [Fact]
    public void WhyNotCausal_FewerLongTransfersAndTheSameMean_Nothing() => Assert.Null(
        (Agreed() with
        {
            Without = Effect(0.99, 0.97, 1.01) with { SlownessRatio = 0.4, SlownessLow = 0.3, SlownessHigh = 0.5 },
        }).WhyNotCausal);

    [Fact]
    public void WhyNotCausal_CouldNotBeTakenAway_IsSaid() => Assert.Equal(
        "it could not be taken away here",
        (Agreed() with { Without = null }).WhyNotCausal);

    [Fact]
    public void WhyNotCausal_NoEffectOnNewRounds_IsSaid() => Assert.Equal(
        "times did not fall again without it, on new rounds",
        (Agreed() with { Without = Effect(0.9, 0.7, 1.1) }).WhyNotCausal);

    [Fact]
    public void WhyNotCausal_CaseThatDoesNotComeBack_IsSaid() => Assert.Equal(
        "times did not come back when it did (A B A)",
        (Agreed() with { NotReturned = -0.4 }).WhyNotCausal);

    [Fact]
    public void WhyNotCausal_StrongerDoseWithoutMoreEffect_IsSaid() => Assert.Equal(
        "a stronger dose had no stronger effect",
        (Agreed() with { Stronger = Effect(1.05, 0.95, 1.15) }).WhyNotCausal);

    [Theory]
    [InlineData(true, 10, 9.9)]
    [InlineData(false, 10, 9)]
    public void WhyNotCausal_CounterThatDoesNotMove_IsSaid(bool falls, double before, double after) => Assert.Equal(
        "blocks did not move with it",
        (Agreed() with
        {
            CounterFalls = falls,
            Without = Effect(0.6, 0.5, 0.7) with { CounterAsItIs = before, CounterValue = after },
        }).WhyNotCausal);

    /// <summary>With a cause that makes a transfer a thousand times as long, twice as much of it need not show.</summary>
    [Theory]
    [InlineData(0.001, 0.98, 1.02, null)]
    [InlineData(0.001, 0.7, 0.9, "a stronger dose had no stronger effect")]
    [InlineData(0.6, 0.98, 1.02, "a stronger dose had no stronger effect")]
    public void WhyNotCausal_CauseThatIsNearlyAllOfTheTime_NeedsNoStrongerOne(double ratio, double low, double high, string? reason) =>
        Assert.Equal(
            reason,
            (Agreed() with
            {
                Without = Effect(ratio, ratio * 0.9, ratio * 1.1),
                Stronger = Effect((low + high) / 2, low, high),
            }).WhyNotCausal);

    /// <summary>Time falls by a twentieth; a counter that falls by half of that goes with it.</summary>
    [Theory]
    [InlineData(9.7, null)]
    [InlineData(9.85, "blocks did not move with it")]
    public void WhyNotCausal_SmallEffect_NeedsASmallMoveOfItsCounter(double after, string? reason) => Assert.Equal(
        reason,
        (Agreed() with { Without = Effect(0.95, 0.94, 0.96) with { CounterAsItIs = 10, CounterValue = after } }).WhyNotCausal);

    private static Confirmation Agreed() => new()
    {
        Without = Effect(0.6, 0.5, 0.7),
        Stronger = Effect(1.4, 1.2, 1.6),
        NotReturned = 0.01,
    };

    private static ArmEffect Effect(double ratio, double low, double high) => new()
    {
        Arm = "arm",
        Cause = CauseId.ColdCache,
        Changes = "the file read ahead",
        Phase = ArmName.Confirm,
        Dose = ArmName.Without,
        Rounds = 6,
        Ratio = ratio,
        Low = low,
        High = high,
        SlownessRatio = 1,
        SlownessLow = 0.9,
        SlownessHigh = 1.1,
        MedianNanoseconds = 100,
        MedianAsItIsNanoseconds = 100,
        P99Nanoseconds = 100,
        P99AsItIsNanoseconds = 100,
        Spread = 0.1,
        SpreadAsItIs = 0.1,
        SlowShare = 0,
        SlowShareAsItIs = 0,
        Counter = "blocks",
        CounterAsItIs = 10,
        CounterValue = 0,
    };
}
