using FileTransfer.Results.Explaining;

namespace FileTransfer.Harness.Tests.Explaining;

public sealed class TimeShapeTests
{
    [Fact]
    public void Of_TimesThatAreAlike_IsSteady()
    {
        var random = new Random(1);

        TimeShape shape = ShapeOf((_, _, _) => SimulatedLaunches.Noise(random, 0.03));

        Assert.Equal((ShapeKind.Steady, "steady: nothing to explain"), (shape.Kind, shape.Words));
    }

    [Fact]
    public void Of_TwoLevels_SaysByWhat()
    {
        var random = new Random(2);

        TimeShape shape = ShapeOf(
            (_, turn, _) => (turn % 2 == 0 ? 1 : 2) * SimulatedLaunches.Noise(random, 0.03),
            trace => trace with { ReceiverProcessors = SimulatedLaunches.Column(i => i / SimulatedLaunches.PerTurn % 2 == 1) });

        Assert.Equal("two levels, by placement", shape.Words);
        Assert.Equal(2, shape.LevelsNanoseconds.Count);
    }

    [Fact]
    public void Of_LevelThatRises_Drifts()
    {
        var random = new Random(3);

        TimeShape shape = ShapeOf((round, turn, _) =>
            (1 + (0.02 * ((round * SimulatedLaunches.Turns) + turn))) * SimulatedLaunches.Noise(random, 0.05));

        Assert.Equal((ShapeKind.Drifts, "drifts: becomes slower"), (shape.Kind, shape.Words));
    }

    [Fact]
    public void Of_FewThatTakeFarLonger_IsATail()
    {
        var random = new Random(4);

        TimeShape shape = ShapeOf((_, _, index) => (index % 25 == 0 ? 20 : 1) * SimulatedLaunches.Noise(random, 0.03));

        Assert.Equal(ShapeKind.Tail, shape.Kind);
        Assert.StartsWith("a heavy tail", shape.Words, StringComparison.Ordinal);
    }

    private static TimeShape ShapeOf(Func<int, int, int, double> factor, Func<TransferTrace, TransferTrace>? trace = null)
    {
        ObservedLaunch[] launches = [.. Enumerable.Range(1, 4).Select(round =>
            SimulatedLaunches.Of(round, (turn, index) => 20_000 * factor(round, turn, index), trace ?? (one => one)))];
        return TimeShape.Of(
            launches, VarianceShares.Of(ObservedTransfer.Of(launches, new StateReader(new CaseTraits()), usualCopy: null)));
    }
}
