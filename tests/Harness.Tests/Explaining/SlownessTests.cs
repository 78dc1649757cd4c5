using FileTransfer.Results;
using FileTransfer.Results.Explaining;

namespace FileTransfer.Harness.Tests.Explaining;

public sealed class SlownessTests
{
    private static readonly int[] s_rounds = [1, 2, 3, 4, 5, 6];

    [Fact]
    public void Shares_ConstantCause_IsTheSquareOfItsCost()
    {
        // The times are 1 ± 0.1 in logarithms without the cause, and 0.3 above with it: 0.09 of 0.1.
        (double share, Interval interval) = Slowness.Shares(1, s_rounds, (_, set) => Around(set == 0 ? 1.3 : 1))[0];

        Assert.Equal(0.9, share, tolerance: 1e-9);
        Assert.Equal(0.9, interval.Lower, tolerance: 1e-6);
    }

    [Fact]
    public void Shares_RareCause_IsTheVarianceThatItAdds()
    {
        // One of ten transfers is 1 above: 0.1 of 0.1 + 0.01 · 0.9.
        (double share, _) = Slowness.Shares(1, s_rounds, (_, set) =>
            set == 0 ? [2, .. Enumerable.Repeat(Around(1), 5).SelectMany(pair => pair).Take(9)] : Around(1))[0];

        Assert.InRange(share, 0.9, 0.93);
    }

    [Fact]
    public void Shares_TwoEqualCauses_ShareWhatGoesWithBoth()
    {
        (double Share, Interval Interval)[] shares = Slowness.Shares(
            2, s_rounds, (_, set) => Around(1 + ((set & 1) == 0 ? 0.5 : 0) + ((set & 2) == 0 ? 0.5 : 0)));

        Assert.Equal(shares[0].Share, shares[1].Share, tolerance: 1e-9);
        Assert.Equal(1 - (0.01 / 1.01), shares.Sum(one => one.Share), tolerance: 1e-9);
    }

    [Fact]
    public void Shares_NoSlowness_IsZero() =>
        Assert.Equal(0, Slowness.Shares(1, s_rounds, (_, _) => [1.0, 1.0])[0].Share);

    [Theory]
    [InlineData(new double[] { 0, 1, 2, 3 }, 1, 2)]
    [InlineData(new double[] { 0, 0, 0, 1 }, 0.5, 0.5)]
    [InlineData(new double[] { 0, 1, 1, 1 }, 0.5, 0.5)]
    public void Shapley_TwoPlayers_SharesWhatBothAchieve(double[] achieved, double first, double second) =>
        Assert.Equal([first, second], Shapley.Of(2, achieved));

    private static double[] Around(double level) => [level - 0.1, level + 0.1];
}
