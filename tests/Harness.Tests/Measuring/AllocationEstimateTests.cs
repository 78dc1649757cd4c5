using FileTransfer.Senders.Sessions;

namespace FileTransfer.Harness.Tests.Measuring;

/// <summary>Mixtures of large and small objects, drawn as the runtime does.</summary>
public sealed class AllocationEstimateTests
{
    private const int Estimates = 200;
    private const int MostTransfers = 100_000;

    /// <summary>What a transfer allocates: one object so large, and so many of 100 bytes.</summary>
    [Theory]
    [InlineData(100, 79)]
    [InlineData(38_890, 80)]
    [InlineData(1_000_000, 60)]
    [InlineData(100_000_000, 10)]
    public void Objects_OfAMixtureOnceGoodEnough_AreOffByNoMoreThanTheError(int large, int small)
    {
        var random = new Random(1);
        double squares = 0;
        for (int i = 0; i < Estimates; i++)
        {
            double off = (Estimate(random, large, small) / (1 + small)) - 1;
            squares += off * off;
        }

        // The root mean square of 200 has an error of 5 % itself.
        Assert.InRange(Math.Sqrt(squares / Estimates), 0, AllocationEstimate.MostError * 1.2);
    }

    [Fact]
    public void Error_OfNothing_IsNotGoodEnough() => Assert.False(new AllocationEstimate().IsGoodEnough);

    [Fact]
    public void Error_OfLargeObjectsAlone_IsNotGoodEnoughWhereSmallOnesMayBeUnseen()
    {
        var estimate = new AllocationEstimate();
        for (int i = 0; i < 1000; i++)
        {
            estimate.Add(1_000_000);
        }

        Assert.Equal(1000, estimate.Objects, tolerance: 1);
        Assert.False(estimate.IsGoodEnough);
    }

    private static double Estimate(Random random, int large, int small)
    {
        var estimate = new AllocationEstimate();
        int transfers = 0;
        while (!estimate.IsGoodEnough && transfers < MostTransfers)
        {
            transfers++;
            Draw(random, estimate, large);
            for (int i = 0; i < small; i++)
            {
                Draw(random, estimate, 100);
            }
        }

        return estimate.Objects / transfers;
    }

    private static void Draw(Random random, AllocationEstimate estimate, int bytes)
    {
        if (random.NextDouble() < 1 - Math.Pow(1 - (1 / AllocationEstimate.BytesPerSample), bytes))
        {
            estimate.Add(bytes);
        }
    }
}
