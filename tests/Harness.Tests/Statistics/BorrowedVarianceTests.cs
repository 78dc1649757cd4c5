using FileTransfer.Results.Statistics;

namespace FileTransfer.Harness.Tests.Statistics;

/// <summary>Pairs learn from each other how much rounds vary, and more where they vary alike.</summary>
public sealed class BorrowedVarianceTests
{
    private const int OfEach = 5;

    [Fact]
    public void Of_PairsThatVaryAlike_TakesMostFromTheOthers()
    {
        (double variance, double freedom) = Known(1, 1.1, 0.9, 1, 1.2, 0.8).Of(0, 1);
        Assert.Equal(OfEach + 6, freedom);
        Assert.Equal(1, variance, precision: 6);
    }

    /// <summary>One strategy varies six times as much as the others: what they know says little about it.</summary>
    [Fact]
    public void Of_OneStrategyThatVariesMore_TakesLittle()
    {
        (double variance, double freedom) = Known(37, 37, 37, 2, 2, 2).Of(2, 3);
        Assert.Equal(OfEach + 3, freedom);
        Assert.Equal(((OfEach * 2) + (3 * 19.5)) / (OfEach + 3), variance, precision: 6);
    }

    [Fact]
    public void Of_TwoStrategies_TakesNothing()
    {
        var known = new BorrowedVariance(strategies: 2);
        known.Note(0, 1, 4, OfEach);
        Assert.Equal((4, OfEach), known.Of(0, 1));
    }

    /// <summary>A pair that is noted anew is known anew.</summary>
    [Fact]
    public void Note_AfterAQuestion_Counts()
    {
        BorrowedVariance known = Known(1, 1, 1, 1, 1, 1);
        Assert.Equal(1, known.Of(0, 1).Variance);
        known.Note(0, 1, 4, OfEach);
        Assert.True(known.Of(0, 1).Variance > 1);
    }

    /// <summary>The six pairs of four strategies, in the order of their names.</summary>
    private static BorrowedVariance Known(params double[] variances)
    {
        var known = new BorrowedVariance(strategies: 4);
        int next = 0;
        foreach ((int one, int other) in from one in Enumerable.Range(0, 4)
                                         from other in Enumerable.Range(one + 1, 3 - one)
                                         select (one, other))
        {
            known.Note(one, other, variances[next++], OfEach);
        }

        return known;
    }
}
