using FileTransfer.Results.Explaining;

namespace FileTransfer.Harness.Tests.Explaining;

public sealed class ConfirmationTests
{
    [Fact]
    public void Claim_EverythingAgrees_IsCausal()
    {
        Assert.Equal(Confirmation.Causal, Agreed().Claim);
        Assert.Null(Agreed().WhyNotCausal);
    }

    [Fact]
    public void Claim_NothingStrongerAndNoCounter_IsCausal() => Assert.Equal(
        Confirmation.Causal,
        (Agreed() with { Stronger = null, Without = Effect(0.6, 0.5, 0.7) with { Counter = null } }).Claim);

    [Fact]
    public void Claim_FewerLongTransfersAndTheSameMean_IsCausal() => Assert.Equal(
        Confirmation.Causal,
        (Agreed() with
        {
            Without = Effect(0.99, 0.97, 1.01) with { SlownessRatio = 0.4, SlownessLow = 0.3, SlownessHigh = 0.5 },
        }).Claim);

    [Fact]
    public void Claim_CouldNotBeTakenAway_GoesWith() => Assert.Equal(
        (Confirmation.GoesWith, "it could not be taken away here"),
        Told(Agreed() with { Without = null }));

    [Fact]
    public void Claim_NoEffectOnNewRounds_GoesWith() => Assert.Equal(
        (Confirmation.GoesWith, "times did not fall again without it, on new rounds"),
        Told(Agreed() with { Without = Effect(0.9, 0.7, 1.1) }));

    [Fact]
    public void Claim_CaseThatDoesNotComeBack_GoesWith() => Assert.Equal(
        (Confirmation.GoesWith, "times did not come back when it did (A B A)"),
        Told(Agreed() with { NotReturned = -0.4 }));

    [Fact]
    public void Claim_StrongerDoseWithoutMoreEffect_GoesWith() => Assert.Equal(
        (Confirmation.GoesWith, "a stronger dose had no stronger effect"),
        Told(Agreed() with { Stronger = Effect(1.05, 0.95, 1.15) }));

    [Theory]
    [InlineData(true, 10, 9.9)]
    [InlineData(false, 10, 9)]
    public void Claim_CounterThatDoesNotMove_GoesWith(bool falls, double before, double after) => Assert.Equal(
        (Confirmation.GoesWith, "blocks did not move with it"),
        Told(Agreed() with
        {
            CounterFalls = falls,
            Without = Effect(0.6, 0.5, 0.7) with { CounterAsItIs = before, CounterValue = after },
        }));

    private static (string Claim, string? Reason) Told(Confirmation confirmation) => (confirmation.Claim, confirmation.WhyNotCausal);

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
