using FileTransfer.Results.Statistics;

namespace FileTransfer.Results.Analysis;

/// <summary>Tells apart what makes the rounds of a run differ: cycles and processes.</summary>
/// <remarks>
/// A round says the mean of the differences of its cycles. That mean varies because cycles do, by their variance divided by their number,
/// and because two new processes differ; what is left of the variance between rounds is theirs. T. Kalibera and R. Jones, "Rigorous
/// benchmarking in reasonable time" (2013).
/// </remarks>
internal static class Spreads
{
    /// <summary>One for each placement that has rounds with turns.</summary>
    public static IReadOnlyList<RunSpread> Of(RunResult run) =>
    [
        .. from view in run.ByPlacement
           let pairs = (from one in view.Measurements
                        from other in view.Measurements
                        where Comparisons.Of(run).Between(one, other) is not null
                            && string.CompareOrdinal(one.Strategy, other.Strategy) < 0
                        select Of(one, other)).OfType<RunSpread>().ToArray()
           where pairs.Length > 0
           select new RunSpread(
               view.Measurements[0].Placement,
               Median(pairs.Select(pair => pair.Cycle)),
               Median(pairs.Select(pair => pair.Process)),
               Median(pairs.Select(pair => pair.Cycles))),
    ];

    /// <summary>The spread of one pair; null with fewer than two rounds of two cycles each.</summary>
    private static RunSpread? Of(Measurement one, Measurement other)
    {
        double[][] rounds =
        [
            .. from first in one.Launches
               join second in other.Launches on first.Round equals second.Round
               let differences = PairedTurns.DifferencesOf(first, second).ToArray()
               where differences.Length > 1
               select differences,
        ];
        if (rounds.Length < 2)
        {
            return null;
        }

        double cycles = rounds.Average(round => round.Length);
        double within = rounds.Average(Variance);
        double between = Variance([.. rounds.Select(round => TrimmedMean.Of([.. round]).Mean)]);
        return new RunSpread(null, Math.Sqrt(within), Math.Sqrt(Math.Max(0, between - (within / cycles))), cycles);
    }

    private static double Variance(double[] values)
    {
        double mean = values.Average();
        return values.Sum(value => (value - mean) * (value - mean)) / (values.Length - 1);
    }

    private static double Median(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        return (sorted[(sorted.Length - 1) / 2] + sorted[sorted.Length / 2]) / 2;
    }
}
