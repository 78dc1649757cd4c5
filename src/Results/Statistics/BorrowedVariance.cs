namespace FileTransfer.Results.Statistics;

/// <summary>How much the rounds of each pair of strategies vary: by its own rounds, and by those of the other pairs.</summary>
/// <remarks>
/// A few rounds know little about how much they vary, which makes Student's t reach far, and the pairs of a race vary much alike. So each
/// takes degrees of freedom from the mean of all, and more of them the more alike the pairs are (G. K. Smyth, "Linear models and empirical
/// Bayes methods for assessing differential expression in microarray experiments", 2004, section 6.2).
/// </remarks>
/// <param name="strategies">Number of strategies.</param>
internal sealed class BorrowedVariance(int strategies)
{
    /// <summary>
    /// How many degrees of freedom a pair takes from the others where one strategy varies several times as much as they do. With more, that
    /// one would be believed too early; docs/internals/calibration has it simulated.
    /// </summary>
    private const double LeastBorrowed = 3;

    /// <summary>And how many where all vary alike.</summary>
    private const double MostBorrowed = 6;

    private readonly Dictionary<(int One, int Other), (double Variance, int Freedom)> _pairs = [];
    private readonly int[] _freedom = new int[strategies];
    private (double Mean, double Worth)? _ofAll;

    /// <summary>Notes what the rounds of a pair say by themselves; it stays known when one of the two has left.</summary>
    /// <param name="one">The first strategy.</param>
    /// <param name="other">The second.</param>
    /// <param name="variance">Variance of the difference of a round.</param>
    /// <param name="freedom">Its degrees of freedom.</param>
    public void Note(int one, int other, double variance, int freedom)
    {
        _pairs[(one, other)] = (variance, freedom);
        (_freedom[one], _freedom[other]) = (freedom, freedom);
        _ofAll = null;
    }

    /// <summary>The variance of a pair that was noted, and its degrees of freedom.</summary>
    public (double Variance, double Freedom) Of(int one, int other)
    {
        (double variance, int own) = _pairs[(one, other)];
        (double mean, double worth) = _ofAll ??= (_pairs.Values.Average(pair => pair.Variance), Worth());
        // Each strategy beside the two adds as much knowledge as it has degrees of freedom.
        double borrowed = Math.Min(worth, _freedom.Sum() - _freedom[one] - _freedom[other]);
        return (((own * variance) + (borrowed * mean)) / (own + borrowed), own + borrowed);
    }

    /// <summary>
    /// How many degrees of freedom the mean of all is worth to each: those at which the logarithm of a variance spreads as much as the
    /// logarithms of theirs do. What chance adds to that is left in: it hides a strategy that varies more just when its rounds seem to
    /// agree, which is when it must not be believed.
    /// </summary>
    private double Worth()
    {
        if (_pairs.Count < 2)
        {
            return LeastBorrowed;
        }

        double[] logarithms = [.. _pairs.Values.Select(pair => Math.Log(pair.Variance))];
        double mean = logarithms.Average();
        double spread = logarithms.Sum(one => (one - mean) * (one - mean)) / (logarithms.Length - 1);
        return Math.Clamp(FreedomOf(spread), LeastBorrowed, MostBorrowed);
    }

    /// <summary>
    /// Degrees of freedom at which the logarithm of a variance has this variance: the trigamma function of half of them, by the first two
    /// terms of its series.
    /// </summary>
    private static double FreedomOf(double variance) => (1 + Math.Sqrt(1 + (2 * variance))) / variance;
}
