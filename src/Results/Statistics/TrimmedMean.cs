using Perfolizer.Mathematics.Distributions.ContinuousDistributions;

namespace FileTransfer.Results.Statistics;

/// <summary>The trimmed mean of a few values and its standard error; a few outliers hardly move them.</summary>
/// <remarks>
/// A tenth of the values is left out at either end; the error comes from the winsorized values: J. W. Tukey and
/// D. H. McLaughlin, "Less vulnerable confidence and significance procedures for location based on a single sample" (1963).
/// </remarks>
internal static class TrimmedMean
{
    private const int OneInSoMany = 10;

    // Equal values have an error of 0, and dividing by it would give infinity.
    private const double SmallestError = 1e-9;

    /// <summary>Degrees of freedom of the error of a trimmed mean (Yuen).</summary>
    /// <param name="count">Number of values, those included that are left out.</param>
    public static int Freedom(int count) => count - (2 * (count / OneInSoMany)) - 1;

    /// <summary>
    /// How many standard errors an interval of the mean reaches to one side, so that it misses at most at a rate: Student's t (K. K. Yuen,
    /// "The Two-Sample Trimmed t for Unequal Population Variances", 1974).
    /// </summary>
    /// <param name="freedom">Degrees of freedom of the error.</param>
    /// <param name="rate">Share of such intervals that may miss to this side.</param>
    public static double Quantile(double freedom, double rate) => new StudentDistribution(freedom).Quantile(1 - rate);

    /// <summary>Mean and standard error of at least two values. Sorts the values.</summary>
    /// <param name="values">The values.</param>
    /// <param name="oneIn">One in so many is left out at either end.</param>
    public static (double Mean, double Error) Of(Span<double> values, int oneIn = OneInSoMany)
    {
        values.Sort();
        int count = values.Length;
        int left = count / oneIn;
        ReadOnlySpan<double> kept = values[left..^left];
        (double low, double high) = (kept[0], kept[^1]);
        double mean = 0;
        foreach (double value in kept)
        {
            mean += value / kept.Length;
        }

        double winsorizedMean = ((mean * kept.Length) + (left * (low + high))) / count;
        double squares = left * (Square(low - winsorizedMean) + Square(high - winsorizedMean));
        foreach (double value in kept)
        {
            squares += Square(value - winsorizedMean);
        }

        double error = Math.Sqrt(squares / (count - 1)) / ((double)kept.Length / count * Math.Sqrt(count));
        return (mean, Math.Max(error, SmallestError));
    }

    private static double Square(double value) => value * value;
}
