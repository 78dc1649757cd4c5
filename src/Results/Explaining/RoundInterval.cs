using FileTransfer.Results.Statistics;

namespace FileTransfer.Results.Explaining;

/// <summary>Intervals from rounds, which are the replicates: new processes, at another time.</summary>
internal static class RoundInterval
{
    /// <summary>Chance that an interval misses, unless several are looked at together.</summary>
    public const double UsualErrorRate = 0.05;

    /// <summary>The interval of a figure that is computed from all rounds together: the jackknife.</summary>
    /// <remarks>J. W. Tukey, "Bias and confidence in not-quite large samples" (1958).</remarks>
    /// <param name="full">The figure from all rounds.</param>
    /// <param name="without">The figure without each of the rounds.</param>
    /// <param name="errorRate">Chance that the interval misses.</param>
    /// <returns>From minus to plus infinity with a single round.</returns>
    public static Interval Jackknife(double full, IReadOnlyList<double> without, double errorRate = UsualErrorRate)
    {
        int rounds = without.Count;
        if (rounds < 2)
        {
            return new Interval(double.NegativeInfinity, double.PositiveInfinity);
        }

        double mean = without.Average();
        double variance = (rounds - 1.0) / rounds * without.Sum(value => (value - mean) * (value - mean));
        double reach = TrimmedMean.Quantile(rounds - 1, errorRate / 2) * Math.Sqrt(variance);
        return new Interval(full - reach, full + reach);
    }

    /// <summary>Mean of one value for each round, and its interval.</summary>
    public static (double Mean, Interval Interval) Mean(IReadOnlyList<double> values, double errorRate = UsualErrorRate)
    {
        if (values.Count == 0)
        {
            return (double.NaN, new Interval(double.NegativeInfinity, double.PositiveInfinity));
        }

        double mean = values.Average();
        int count = values.Count;
        return (mean, Jackknife(mean, [.. values.Select(value => count == 1 ? value : ((mean * count) - value) / (count - 1))], errorRate));
    }
}
