namespace FileTransfer.Results.Statistics;

/// <summary>Intervals of all pairs of a run whose strategies left their races one after another; they share one error rate.</summary>
/// <remarks>
/// Pairs have different numbers of rounds. With one critical value for all every interval would be as wide as
/// those of the fewest rounds need: so each has its own Student's t, as in a <see cref="Race"/>, and they share the error rate by
/// Bonferroni.
/// </remarks>
internal static class RacedPairs
{
    /// <summary>Share of the runs in which any of the intervals may miss.</summary>
    private const double ErrorRate = 0.05;

    /// <summary>How far the interval of each pair reaches to either side of its trimmed mean; null with too few rounds.</summary>
    /// <param name="pairs">Each pair: its race, its two strategies, and the difference of each round in which both were measured.</param>
    /// <param name="strategies">Number of strategies of all races.</param>
    public static double?[] Reach(IReadOnlyList<(object Race, int One, int Other, double[] Differences)> pairs, int strategies)
    {
        var variances = new Dictionary<object, BorrowedVariance>();
        foreach ((object race, int one, int other, double[] differences) in pairs.Where(IsEnough))
        {
            double error = TrimmedMean.Of([.. differences]).Error;
            if (!variances.TryGetValue(race, out BorrowedVariance? known))
            {
                known = new BorrowedVariance(strategies);
                variances.Add(race, known);
            }

            known.Note(one, other, error * error * differences.Length, TrimmedMean.Freedom(differences.Length));
        }

        return
        [
            .. pairs.Select(pair =>
            {
                if (!IsEnough(pair))
                {
                    return (double?)null;
                }

                (double variance, double freedom) = variances[pair.Race].Of(pair.One, pair.Other);
                return TrimmedMean.Quantile(freedom, ErrorRate / 2 / pairs.Count) * Math.Sqrt(variance / pair.Differences.Length);
            }),
        ];
    }

    private static bool IsEnough((object Race, int One, int Other, double[] Differences) pair) =>
        pair.Differences.Length >= Race.FewestToProve;
}
