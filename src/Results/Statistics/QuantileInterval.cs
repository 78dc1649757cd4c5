using Perfolizer.Mathematics.Distributions.ContinuousDistributions;

namespace FileTransfer.Results.Statistics;

/// <summary>The 95 % confidence interval of a percentile over launches with equal weights.</summary>
/// <remarks>
/// Transfers of one process are not independent, so the launches are the sampling units. The share of transfers below the
/// percentile varies between launches; this share plus and minus its standard error times Student's t gives two shares,
/// whose quantiles are the ends: R. S. Woodruff, "Confidence Intervals for Medians and Other Position Measures" (1952).
/// </remarks>
internal static class QuantileInterval
{
    private const int FewestLaunches = 3;
    private const double Level = 0.95;

    /// <summary>
    /// The interval; null with fewer than three launches, and where the launches differ so much that it has no upper end.
    /// </summary>
    /// <param name="launches">Samples of each launch.</param>
    /// <param name="percentile">The percentile of all launches together.</param>
    /// <param name="share">Share of the percentile, between 0 and 1.</param>
    /// <param name="quantile">The quantile of all launches together at another share.</param>
    public static Interval? Of(IReadOnlyList<Launch> launches, double percentile, double share, Func<double, double> quantile)
    {
        double[] below = [.. launches
            .Where(launch => launch.Nanoseconds.Count > 0)
            .Select(launch => ShareBelow(launch.Nanoseconds, percentile))];
        if (below.Length < FewestLaunches)
        {
            return null;
        }

        double mean = below.Average();
        double error = Math.Sqrt(below.Sum(value => (value - mean) * (value - mean)) / (below.Length - 1) / below.Length);
        double reach = new StudentDistribution(below.Length - 1).Quantile((1 + Level) / 2) * error;
        return share + reach < 1 ? new Interval(quantile(Math.Max(0, share - reach)), quantile(share + reach)) : null;
    }

    /// <summary>The share of values below the percentile; values equal to it count half.</summary>
    private static double ShareBelow(IReadOnlyList<long> values, double percentile)
    {
        double below = 0;
        foreach (long value in values)
        {
            below += value < percentile ? 1 : value == percentile ? 0.5 : 0;
        }

        return below / values.Count;
    }
}
