namespace FileTransfer.Results.Analysis;

/// <summary>Which percentiles are shown: the median always, any other where at least ten transfers lie beyond it.</summary>
internal static class Percentiles
{
    // The rounding error in 1 - 0.9 would otherwise exclude exactly ten.
    private const double FewestBeyond = 10 - 1e-6;

    /// <summary>True when so many transfers tell a percentile.</summary>
    /// <param name="transfers">Number of transfers.</param>
    /// <param name="share">The percentile as a share: 0.99 for P99.</param>
    public static bool IsShown(long transfers, double share) => share <= 0.5 || transfers * (1 - share) >= FewestBeyond;

    /// <summary>The fewest transfers that tell a percentile above the median.</summary>
    /// <param name="share">The percentile as a share: 0.99 for P99.</param>
    public static long FewestFor(double share) => (long)Math.Round(FewestBeyond / (1 - share));

    /// <summary>A summary in one line, with the percentiles that so many transfers tell.</summary>
    public static string Line(LatencySummary latency, long transfers)
    {
        (string Name, double Share, double Value)[] all =
        [
            ("min", 0, latency.Min), ("p50", 0.5, latency.P50), ("p90", 0.9, latency.P90), ("p99", 0.99, latency.P99),
            ("p99.9", 0.999, latency.P999), ("max", 0, latency.Max), ("mean", 0, latency.Mean),
        ];
        return string.Join("   ", all
            .Where(one => IsShown(transfers, one.Share))
            .Select(one => $"{one.Name} {new Nanoseconds(one.Value)}"));
    }
}
