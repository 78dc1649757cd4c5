using FileTransfer.Results.Statistics;

namespace FileTransfer.Harness.Tests.Statistics;

public sealed class TrimmedMeanTests
{
    [Fact]
    public void Of_FewerThanTen_IsTheMeanWithItsStandardError()
    {
        (double mean, double error) = TrimmedMean.Of([4.0, 1, 3, 2]);

        Assert.Equal(2.5, mean, precision: 12);
        Assert.Equal(Math.Sqrt(5.0 / 3 / 4), error, precision: 12);
    }

    // Winsorized: 2, 2, 3, … 8, 9, 9 with mean 5.5 and squares 2 · (3.5² + 3.5² + 2.5² + 1.5² + 0.5²) = 66.5.
    [Fact]
    public void Of_Ten_LeavesOneOutAtEitherEnd()
    {
        (double mean, double error) = TrimmedMean.Of([10.0, 2, 3, 4, 5, 6, 7, 8, 9, 1]);

        Assert.Equal(5.5, mean, precision: 12);
        Assert.Equal(Math.Sqrt(66.5 / 9) / (0.8 * Math.Sqrt(10)), error, precision: 12);
    }

    [Fact]
    public void Of_OneStrayAmongTen_IsHardlyMoved()
    {
        (double mean, double error) = TrimmedMean.Of([1.0, 1.1, 0.9, 1.05, 0.95, 1, 1.1, 0.9, 1, 100]);

        Assert.InRange(mean, 0.98, 1.05);
        Assert.InRange(error, 0, 0.05);
    }

    [Fact]
    public void Of_EqualValues_HasAnErrorAboveZero()
    {
        (double mean, double error) = TrimmedMean.Of([3.0, 3, 3]);

        Assert.Equal(3, mean);
        Assert.True(error > 0);
    }
}
