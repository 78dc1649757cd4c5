namespace FileTransfer.Results.Statistics;

/// <summary>How much the rounds of each pair of strategies vary: by its own rounds, and a little by those of the other pairs.</summary>
/// <remarks>
/// A few rounds know little about how much they vary, which makes Student's t reach far, and the pairs of a race vary much alike. So each
/// takes a few degrees of freedom from the mean of all (G. K. Smyth, "Linear models and empirical Bayes methods for assessing differential
/// expression in microarray experiments", 2004).
/// </remarks>
/// <param name="strategies">Number of strategies.</param>
internal sealed class BorrowedVariance(int strategies)
{
    /// <summary>
    /// How many degrees of freedom a pair may take from the others. With more, one strategy that varies several times as much as the others
    /// would be believed too early; docs/internals/calibration has that simulated.
    /// </summary>
    private const double MostBorrowed = 3;

    private readonly Dictionary<(int One, int Other), (double Variance, int Freedom)> _pairs = [];
    private readonly int[] _freedom = new int[strategies];

    /// <summary>Notes what the rounds of a pair say by themselves; it stays known when one of the two has left.</summary>
    /// <param name="one">The first strategy.</param>
    /// <param name="other">The second.</param>
    /// <param name="variance">Variance of the difference of a round.</param>
    /// <param name="freedom">Its degrees of freedom.</param>
    public void Note(int one, int other, double variance, int freedom)
    {
        _pairs[(one, other)] = (variance, freedom);
        (_freedom[one], _freedom[other]) = (freedom, freedom);
    }

    /// <summary>The variance of a pair that was noted, and its degrees of freedom.</summary>
    public (double Variance, double Freedom) Of(int one, int other)
    {
        (double variance, int own) = _pairs[(one, other)];
        // Each strategy beside the two adds as much knowledge as it has degrees of freedom.
        double borrowed = Math.Min(MostBorrowed, _freedom.Sum() - _freedom[one] - _freedom[other]);
        double mean = _pairs.Values.Average(pair => pair.Variance);
        return (((own * variance) + (borrowed * mean)) / (own + borrowed), own + borrowed);
    }
}
