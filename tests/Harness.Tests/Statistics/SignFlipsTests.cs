using FileTransfer.Results.Statistics;

namespace FileTransfer.Harness.Tests.Statistics;

public sealed class SignFlipsTests
{
    private static readonly int s_runs = Exhaustive.Or(100, 300);

    /// <summary>Of more than twelve rounds the arrangements of the signs are drawn, and a run takes ten times as long.</summary>
    public static TheoryData<int> Rounds => [.. Exhaustive.Or<int[]>([10], [10, 20])];

    [Theory]
    [InlineData(5, false)]
    [InlineData(6, true)]
    public void CriticalValue_FewRounds_IsThereWhereChanceCanBeExcluded(int rounds, bool isThere) =>
        Assert.Equal(isThere, SignFlips.CriticalValue([[.. Enumerable.Range(1, rounds).Select(round => (double)round)]]) is not null);

    [Fact]
    public void CriticalValue_NoComparison_IsNone() => Assert.Null(SignFlips.CriticalValue([]));

    [Fact]
    public void CriticalValue_MissingRounds_AreLeftOut()
    {
        double[] whole = [0.1, -0.2, 0.3, -0.1, 0.2, 0.15, -0.3];
        double[] withGaps = [.. whole, double.NaN, double.NaN];
        double? short7 = SignFlips.CriticalValue([whole]);

        Assert.Equal(short7!.Value, SignFlips.CriticalValue([withGaps])!.Value, precision: 9);
        Assert.Equal(short7, SignFlips.CriticalValue([whole, [0.1, .. Enumerable.Repeat(double.NaN, 6)]]));
    }

    [Fact]
    public void CriticalValue_MoreComparisons_IsHigher()
    {
        Random random = new(1);
        double[][] many = [.. Enumerable.Range(0, 50).Select(_ => Enumerable.Range(0, 10).Select(_ => Normal(random)).ToArray())];

        Assert.True(SignFlips.CriticalValue(many) > 1.3 * SignFlips.CriticalValue([many[0]]));
    }

    /// <summary>
    /// Of equal strategies, at most one run in twenty may call any two different; allowed here is what so many
    /// runs exceed once in a thousand times.
    /// </summary>
    [Theory]
    [InlineData(6, false)]
    [ExhaustiveInlineData(10, false)]
    [ExhaustiveInlineData(10, true)]
    [InlineData(15, true)]
    public void CriticalValue_EqualStrategies_AreSeldomCalledDifferent(int rounds, bool hasStrays)
    {
        Random random = new(20240506 + rounds);
        int different = 0;
        for (int run = 0; run < s_runs; run++)
        {
            double[][] logarithms = [.. Enumerable.Range(0, 5)
                .Select(_ => Enumerable.Range(0, rounds).Select(_ => Launch(random, hasStrays)).ToArray())];
            double[][] differences =
            [
                .. from first in Enumerable.Range(0, 5)
                   from second in Enumerable.Range(first + 1, 4 - first)
                   select logarithms[first].Zip(logarithms[second], (one, other) => one - other).ToArray(),
            ];
            double critical = SignFlips.CriticalValue(differences)!.Value;
            different += differences.Any(pair => IsBeyond(pair, critical)) ? 1 : 0;
        }

        Assert.InRange(different, 1, Exhaustive.Or(13, 28));
    }

    /// <summary>
    /// Intervals hold the truth wherever it lies, not only where strategies are equal: signs alone are too sure of what is far from 0.
    /// </summary>
    [Theory]
    [MemberData(nameof(Rounds))]
    public void Reach_StrategiesThatDifferMuch_HoldsTheTruth(int rounds)
    {
        const int Runs = 1000;
        Random random = new(20260101 + rounds);
        (int missed, int missedBySigns) = (0, 0);
        for (int run = 0; run < Runs; run++)
        {
            double[] differences = [.. Enumerable.Range(0, rounds).Select(_ => 1 + (0.1 * Normal(random)))];
            double[] errors = [.. differences.Select(difference => difference - 1)];
            missed += IsBeyond(errors, SignFlips.Reach([differences])!.Value) ? 1 : 0;
            missedBySigns += IsBeyond(errors, SignFlips.CriticalValue([differences])!.Value) ? 1 : 0;
        }

        // One in twenty, and what chance adds to it once in a thousand times.
        Assert.InRange(missed, 1, 73);
        Assert.True(missedBySigns > missed, $"{missedBySigns} and {missed} of {Runs}");
    }

    /// <summary>A difference three times as large as what launches of a case differ by is found.</summary>
    [Fact]
    public void CriticalValue_OneSlowStrategy_IsFound()
    {
        Random random = new(7);
        int found = 0;
        for (int run = 0; run < 100; run++)
        {
            double[][] differences = [.. Enumerable.Range(0, 6)
                .Select(pair => Enumerable.Range(0, 10).Select(_ => (pair == 0 ? 0.3 : 0) + (0.1 * Normal(random))).ToArray())];
            double critical = SignFlips.CriticalValue(differences)!.Value;
            found += IsBeyond(differences[0], critical) ? 1 : 0;
        }

        Assert.InRange(found, 90, 100);
    }

    private static bool IsBeyond(double[] differences, double critical)
    {
        (double mean, double error) = TrimmedMean.Of(differences.ToArray());
        return Math.Abs(mean) / error > critical;
    }

    private static double Launch(Random random, bool hasStrays) =>
        (0.1 * Normal(random)) + (hasStrays && random.NextDouble() < 0.1 ? Math.Abs(Normal(random)) : 0);

    private static double Normal(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}
