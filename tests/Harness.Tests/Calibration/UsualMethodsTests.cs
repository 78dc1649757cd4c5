using FileTransfer.Harness.Comparing;
using FileTransfer.Harness.Tests.Comparing;
using FileTransfer.Lab.Calibration;

namespace FileTransfer.Harness.Tests.Calibration;

/// <summary>The methods that calibration holds against ours do what their names say.</summary>
public sealed class UsualMethodsTests
{
    private const double Threshold = 1.05;

    [Theory]
    [InlineData(1.0, 0.01, false)]
    [InlineData(1.5, 0.01, true)]
    [InlineData(1.03, 0.001, false)]
    public void Judge_AChangeOrNone_AlarmsBeyondTheThreshold(double factor, double noise, bool alarms)
    {
        IReadOnlyList<ComparisonRound> rounds = new SimulatedRounds(3) { Factor = factor, Noise = noise, Drift = 0 }.Make(12);

        Assert.All(
            SideComparison.Of(rounds, Threshold).Cases.Select(one => UsualMethods.Judge(one, rounds, Threshold)),
            one => Assert.Equal((alarms, alarms), one));
    }

    [Fact]
    public void Judge_OneRound_NeverAlarmsByTheMeansOfLaunches()
    {
        IReadOnlyList<ComparisonRound> rounds = new SimulatedRounds(3) { Factor = 3 }.Make(1);

        Assert.All(
            SideComparison.Of(rounds, Threshold).Cases.Select(one => UsualMethods.Judge(one, rounds, Threshold)),
            one => Assert.False(one.TTest));
    }
}
