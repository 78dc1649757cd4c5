using FileTransfer.Results.Statistics;

namespace FileTransfer.Harness.Tests.Statistics;

public sealed class RacedPairsTests
{
    private const int Strategies = 5;

    /// <summary>Equal strategies, of which two left after six rounds and the others went on; normal, and with outliers.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Reach_EqualStrategiesOfUnequalRounds_MissesInFewRuns(bool hasOutliers)
    {
        const int Runs = 1000;
        var random = new Random(1);
        int missed = 0;
        for (int run = 0; run < Runs; run++)
        {
            (object Race, int One, int Other, double[] Differences)[] pairs = [.. Pairs(random, rounds: [6, 6, 19, 19, 19], hasOutliers)];
            double?[] reaches = RacedPairs.Reach(pairs, Strategies);
            missed += pairs.Zip(reaches).Any(pair =>
                Math.Abs(TrimmedMean.Of([.. pair.First.Differences]).Mean) > pair.Second) ? 1 : 0;
        }

        // 5 % in truth, and what a thousand runs may differ from it.
        Assert.InRange(missed, 0, Runs * 7 / 100);
    }

    /// <summary>With one critical value for all they would be: that of the pair with the fewest.</summary>
    [Fact]
    public void Reach_PairOfManyRounds_IsNotAsWideAsThoseOfFew()
    {
        var random = new Random(2);
        (object Race, int One, int Other, double[] Differences)[] pairs =
            [.. Pairs(random, rounds: [6, 6, 28, 28, 28], hasOutliers: false)];
        double?[] reaches = RacedPairs.Reach(pairs, Strategies);
        int few = Array.FindIndex(pairs, pair => pair.Differences.Length == 6);
        int many = Array.FindIndex(pairs, pair => pair.Differences.Length == 28);

        Assert.True(reaches[few] > 2 * reaches[many], $"{reaches[few]} and {reaches[many]}");
    }

    [Fact]
    public void Reach_TooFewRounds_IsNone() =>
        Assert.Equal([null], RacedPairs.Reach([(Race: "one", One: 0, Other: 1, Differences: [0.1, 0.2])], strategies: 2));

    private static IEnumerable<(object Race, int One, int Other, double[] Differences)> Pairs(Random random, int[] rounds, bool hasOutliers)
    {
        double[][] times = [.. rounds.Select(count => Enumerable.Range(0, count).Select(_ => Noise(random, hasOutliers)).ToArray())];
        return from one in Enumerable.Range(0, rounds.Length)
               from other in Enumerable.Range(one + 1, rounds.Length - one - 1)
               select ((object)"race", one, other, times[one].Zip(times[other], (first, second) => first - second).ToArray());
    }

    private static double Noise(Random random, bool hasOutliers)
    {
        double normal = Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
        return 0.05 * normal * (hasOutliers && random.Next(10) == 0 ? 5 : 1);
    }
}
