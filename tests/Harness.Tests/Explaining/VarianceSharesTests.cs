using FileTransfer.Results.Explaining;

namespace FileTransfer.Harness.Tests.Explaining;

public sealed class VarianceSharesTests
{
    private static readonly StateReader s_reader = new(new CaseTraits());

    [Fact]
    public void Of_TwoPlacements_AreMostOfTheVariance()
    {
        var random = new Random(1);
        IReadOnlyList<VariancePart> parts = PartsOf(round => SimulatedLaunches.Of(
            round,
            (turn, _) => (turn % 2 == 0 ? 20_000 : 40_000) * SimulatedLaunches.Noise(random, 0.05),
            trace => trace with { ReceiverProcessors = SimulatedLaunches.Column(i => i / SimulatedLaunches.PerTurn % 2 == 1) }));

        Assert.Equal(CauseId.Placement, parts[0].Part);
        Assert.InRange(parts[0].Share, 0.9, 1);
        Assert.True(parts[0].Low <= parts[0].Share && parts[0].Share <= parts[0].High);
    }

    [Fact]
    public void Of_ProcessesThatDiffer_AreToldFromTurns()
    {
        var random = new Random(2);
        double[] levels = [1, 1.6, 0.7, 1.3, 0.9, 1.5];
        IReadOnlyList<VariancePart> parts = PartsOf(round => SimulatedLaunches.Of(
            round, (_, _) => 20_000 * levels[round - 1] * SimulatedLaunches.Noise(random, 0.05)));

        Assert.InRange(ShareOf(parts, VarianceShares.Processes), 0.9, 1);
        Assert.InRange(ShareOf(parts, VarianceShares.Turns), 0, 0.05);
    }

    [Fact]
    public void Of_TurnsThatDiffer_AreToldFromProcesses()
    {
        var random = new Random(3);
        IReadOnlyList<VariancePart> parts = PartsOf(round =>
        {
            double[] levels = [.. Enumerable.Range(0, SimulatedLaunches.Turns).Select(_ => SimulatedLaunches.Noise(random, 0.4))];
            return SimulatedLaunches.Of(round, (turn, _) => 20_000 * levels[turn] * SimulatedLaunches.Noise(random, 0.05));
        });

        Assert.InRange(ShareOf(parts, VarianceShares.Turns), 0.8, 1);
    }

    [Fact]
    public void Of_AnyTransfers_AddsUpToAll()
    {
        var random = new Random(4);
        IReadOnlyList<VariancePart> parts = PartsOf(round => SimulatedLaunches.Of(
            round,
            (_, index) => (index % 10 == 0 ? 50_000 : 20_000) * SimulatedLaunches.Noise(random, 0.2),
            trace => trace with
            {
                Collections = SimulatedLaunches.Column(i => i % 10 == 0),
                CompiledMethods = SimulatedLaunches.Column(i => i % 20 == 0),
            }));

        Assert.Equal(1, parts.Sum(part => part.Share), tolerance: 1e-9);
        Assert.True(ShareOf(parts, CauseId.Collections) > ShareOf(parts, CauseId.Compilation));
    }

    [Fact]
    public void Of_EqualTimes_IsEmpty() =>
        Assert.Empty(PartsOf(round => SimulatedLaunches.Of(round, (_, _) => 20_000)));

    private static IReadOnlyList<VariancePart> PartsOf(Func<int, ObservedLaunch> launch) => VarianceShares.Of(
        ObservedTransfer.Of(Enumerable.Range(1, 6).Select(launch), s_reader, usualCopy: null));

    private static double ShareOf(IReadOnlyList<VariancePart> parts, string part) => parts.Single(one => one.Part == part).Share;
}
