namespace FileTransfer.Results.Analysis;

/// <summary>What changes from a strategy to its variant, from the rounds in which both were measured.</summary>
/// <param name="Rounds">Number of those rounds.</param>
/// <param name="Original">Location over the strategy's launches.</param>
/// <param name="Variant">Location over the variant's launches.</param>
/// <param name="Value">Location of the changes within rounds: a ratio or a difference.</param>
/// <param name="Interval">Its simultaneous confidence interval; null with too few rounds.</param>
internal sealed record Change(int Rounds, double Original, double Variant, double Value, Interval? Interval)
{
    /// <summary>A ratio in the form in which the ratios of times are kept.</summary>
    public Comparison AsComparison(string original, string variant) =>
        new() { Baseline = original, Other = variant, Rounds = Rounds, Ratio = Value, Interval = Interval };
}
