using FileTransfer.Results.Explaining;
using static FileTransfer.Harness.Tests.Explaining.ExplainerTests;

namespace FileTransfer.Harness.Tests.Explaining;

/// <summary>Causes that no experiment takes away: when they are named, and before what.</summary>
public sealed class SeenCausesTests
{
    [Fact]
    public async Task Explain_CauseFromOutside_GoesWith()
    {
        var simulated = new SimulatedCase(_ => 1)
        {
            OfEach = (index, _) => index % 20 == 0 ? 8 : 1,
            Noted = (_, trace) => trace with { Retransmissions = SimulatedLaunches.Column(i => i % 20 == 0) },
        };

        Explanation found = await ExplainAsync(simulated, sender => sender with { Link = "rtt=1ms" });

        FoundCause cause = found.Causes[0];
        Assert.Equal((CauseId.NetworkLoss, Confirmation.GoesWith), (cause.Cause, cause.Claim));
        Assert.Equal("the network is not this command's to change", cause.WhyNotCausal);
        Assert.InRange(cause.Share, 0.95, 1);
        Assert.StartsWith("Of the slowness, ", found.Answer[0], StringComparison.Ordinal);
    }

    /// <summary>Nearly all transfers lose something; those that wait for TCP's timer of 200 ms are the slow ones.</summary>
    [Fact]
    public async Task Explain_LossInNearlyAllTransfers_IsNamedForThoseThatWaitForTheTimer()
    {
        var simulated = new SimulatedCase(_ => 1)
        {
            OfEach = (index, _) => index % 20 == 0 ? 2050 : 1,
            Noted = (_, trace) => trace with { Retransmissions = SimulatedLaunches.Column(i => i % 20 != 1) },
        };

        Explanation found = await ExplainAsync(simulated, sender => sender with { Link = "rtt=1ms,loss=2%" });

        Assert.Equal(CauseId.NetworkLoss, found.Causes[0].Cause);
        Assert.InRange(found.Causes[0].Low, 0.9, 1);
    }

    /// <summary>Of 10 ms a round trip takes 8, in every transfer: nothing else can be seen of it.</summary>
    [Fact]
    public async Task Explain_RoundTripOfANetwork_IsCountedAndNamed()
    {
        var simulated = new SimulatedCase(_ => 100)
        {
            Noted = (_, trace) => trace with { Turns = [.. trace.Turns.Select(turn => turn with { ShortestRoundTripSeconds = 0.008 })] },
        };

        Explanation found = await ExplainAsync(simulated, sender => sender with { Link = "rtt=8ms" });

        FoundCause cause = Assert.Single(found.Causes);
        Assert.Equal((CauseId.NetworkDelay, Confirmation.Causal), (cause.Cause, cause.Claim));
        Assert.InRange(cause.Share, 0.95, 1);
        Assert.Contains("is the network's round trip", found.Answer[0], StringComparison.Ordinal);
    }

    /// <summary>The bigger share only goes with slow transfers.</summary>
    [Fact]
    public async Task Explain_CauseThatIsShown_IsNamedBeforeWhatGoesWithSlowTransfers()
    {
        var simulated = new SimulatedCase(arm => arm.Sender.NoDelay ? 1 : 1.3)
        {
            OfEach = (index, _) => index % 20 == 0 ? 20 : 1,
            Noted = (_, trace) => trace with { Retransmissions = SimulatedLaunches.Column(i => i % 20 == 0) },
        };

        Explanation found = await ExplainAsync(simulated, sender => sender with { Link = "rtt=1ms", NoDelay = false });

        Assert.Equal([CauseId.Nagle, CauseId.NetworkLoss], found.Causes.Select(cause => cause.Cause));
        Assert.True(found.Causes[0].Share < found.Causes[1].Share);
    }

    /// <summary>No experiment shows anything: then the biggest share is the answer, though the round trip needs no experiment.</summary>
    [Fact]
    public async Task Explain_WithoutExperimentsThatShowAnything_NamesTheBiggestShareFirst()
    {
        var simulated = new SimulatedCase(_ => 100)
        {
            OfEach = (index, _) => index % 20 == 0 ? 20 : 1,
            Noted = (_, trace) => trace with
            {
                Retransmissions = SimulatedLaunches.Column(i => i % 20 == 0),
                Turns = [.. trace.Turns.Select(turn => turn with { ShortestRoundTripSeconds = 0.003 })],
            },
        };

        Explanation found = await ExplainAsync(simulated, sender => sender with { Link = "rtt=3ms" });

        Assert.Equal([CauseId.NetworkLoss, CauseId.NetworkDelay], found.Causes.Select(cause => cause.Cause));
        Assert.True(found.Causes[0].Share > found.Causes[1].Share);
    }

    /// <summary>
    /// A third of the slowness, of so few transfers that the mean time is hardly longer: loss is never usual, and compiling is.
    /// </summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Explain_RareSlowTransfers_AreNamedForWhatIsNotUsual(bool isLoss)
    {
        int[] rare = SimulatedLaunches.Column(i => i % 200 == 0);
        var simulated = new SimulatedCase(_ => 1)
        {
            Noise = 0.08,
            OfEach = (index, _) => index % 200 == 0 ? 2.2 : 1,
            Noted = (_, trace) => isLoss ? trace with { Retransmissions = rare } : trace with { CompiledMethods = rare },
        };

        Explanation found = await ExplainAsync(simulated, sender => sender with { Link = "rtt=1ms" });

        Assert.Equal(isLoss ? [CauseId.NetworkLoss] : [], found.Causes.Select(cause => cause.Cause));
    }

    /// <summary>
    /// One transfer of 2400 is stopped: in the usual rounds there are two, which may be chance; the rest of the budget has four more.
    /// </summary>
    [Fact]
    public async Task Explain_RareStop_IsWatchedUntilTheBudgetIsOver()
    {
        const int Stopped = 7;
        bool isStopping = false;
        var simulated = new SimulatedCase(_ => 1)
        {
            Noise = 0.15,
            Before = number => isStopping = number % 6 == 0,
            OfEach = (index, _) => isStopping && index == Stopped ? 200 : 1,
            Noted = (_, trace) => !isStopping ? trace : trace with
            {
                ReceiverDelayNanoseconds = [.. SimulatedLaunches.Column(i => i == Stopped, 20_000_000).Select(delay => (long)delay)],
                Turns = [.. trace.Turns.Select(turn => turn with { ThrottledSeconds = 0.02 })],
            },
        };

        Explanation found = await ExplainAsync(simulated);

        Assert.Equal([CauseId.Quota], found.Causes.Select(cause => cause.Cause));
        Assert.Equal(30, found.Rounds.Describe);
    }
}
