using FileTransfer.Results.Statistics;

namespace FileTransfer.Harness.Tests.Statistics;

public sealed class ClopperPearsonTests
{
    /// <summary>
    /// None of n: the bound p solves (1 − p)ⁿ = 0.05. The others were bisected by another program, with exact binomial coefficients.
    /// </summary>
    [Theory]
    [InlineData(0, 60, 0.048703)]
    [InlineData(0, 1, 0.95)]
    [InlineData(1, 60, 0.07664)]
    [InlineData(3, 60, 0.124187)]
    [InlineData(60, 60, 1)]
    public void Upper_KnownCases_AreMet(int happened, int trials, double bound) =>
        Assert.Equal(bound, ClopperPearson.Upper(happened, trials), 4);

    [Fact]
    public void Lower_IsTheUpperBoundOfTheOpposite()
    {
        Assert.Equal(Math.Pow(0.05, 1 / 100.0), ClopperPearson.Lower(100, 100), 6);
        Assert.Equal(0, ClopperPearson.Lower(0, 10), 6);
    }

    [Theory]
    [InlineData(-1, 3)]
    [InlineData(4, 3)]
    public void Upper_Impossible_Throws(int happened, int trials) =>
        Assert.Throws<ArgumentOutOfRangeException>(() => ClopperPearson.Upper(happened, trials));
}
