namespace FileTransfer.Results.Statistics;

/// <summary>Critical value for many unpaired comparisons: a permutation test of the largest difference.</summary>
/// <remarks>
/// If two sides are equal, it is chance which launches belong to which. Each permutation deals the launches of every case anew, and the
/// largest studentized difference is recorded, for sides that share no rounds. P. H. Westfall and S. S. Young, "Resampling-Based Multiple
/// Testing" (1993).
/// </remarks>
internal static class LabelPermutations
{
    /// <summary>Fewest launches of each side.</summary>
    public const int FewestLaunches = 5;

    private const double ErrorRate = 0.05;
    private const int Drawn = 2048;
    private const int Seed = 20091206;

    /// <summary>True when both sides have enough launches.</summary>
    public static bool IsComparable((double[] Old, double[] New) values) =>
        values.Old.Length >= FewestLaunches && values.New.Length >= FewestLaunches;

    /// <summary>Difference of two locations, the second less the first, and its standard error.</summary>
    public static (double Difference, double Error) Difference(double[] first, double[] second)
    {
        (double firstMean, double firstError) = first.Length > 1 ? TrimmedMean.Of([.. first]) : (first[0], 0);
        (double secondMean, double secondError) = second.Length > 1 ? TrimmedMean.Of([.. second]) : (second[0], 0);
        return (secondMean - firstMean, Math.Sqrt((firstError * firstError) + (secondError * secondError)));
    }

    /// <summary>
    /// The studentized difference that is exceeded by any case in at most one of twenty comparisons of equal sides; null when no case has
    /// enough launches.
    /// </summary>
    public static double? CriticalValue(IReadOnlyList<(double[] Old, double[] New)> cases)
    {
        (double[] Old, double[] New)[] usable = [.. cases.Where(IsComparable)];
        if (usable.Length == 0)
        {
            return null;
        }

        double[] largest = new double[Drawn];
        Parallel.For(0, Drawn, index => largest[index] = Largest(usable, index));
        Array.Sort(largest);
        return largest[^(1 + (int)(ErrorRate * Drawn))];
    }

    /// <summary>The first is the deal that was measured.</summary>
    private static double Largest((double[] Old, double[] New)[] cases, int index)
    {
        var random = new Random(unchecked(Seed + index));
        double largest = 0;
        foreach ((double[] old, double[] @new) in cases)
        {
            double[] all = [.. old, .. @new];
            if (index > 0)
            {
                random.Shuffle(all);
            }

            (double difference, double error) = Difference(all[..old.Length], all[old.Length..]);
            largest = Math.Max(largest, Math.Abs(difference) / error);
        }

        return largest;
    }
}
