using FileTransfer.Harness.Results;

namespace FileTransfer.Harness.Statistics;

/// <summary>Says verdicts in plain words.</summary>
internal static class VerdictText
{
    /// <summary>Strategies that a sentence names before it counts the rest.</summary>
    public const int MostNamed = 4;

    /// <summary>What can be said when nothing was measured.</summary>
    public static string NothingMeasured(IEnumerable<Measurement> group) =>
        $"nothing was measured ({string.Join(", ", Named([.. group.Select(measurement => $"{measurement.Strategy} {Describe(measurement.Outcome)}")]))})";

    /// <summary>The first few items, and after them how many more there are.</summary>
    public static IReadOnlyList<string> Named(IReadOnlyList<string> items) =>
        items.Count <= MostNamed ? items : [.. items.Take(MostNamed), $"{items.Count - MostNamed} more"];

    /// <summary>What can be said when the baseline was not measured; <paramref name="outcome"/> is null when it was not even tried.</summary>
    public static string NoBaseline(Measurement winner, string? baseline, Outcome? outcome)
    {
        string reason = (baseline, outcome) switch
        {
            (null, _) => "the run has no baseline",
            (_, null) => $"the baseline {baseline} was not measured here",
            (_, { } known) => $"the baseline {baseline} {Describe(known)}",
        };
        return $"{winner.Strategy} has the lowest median, {Median(winner)}; not compared, because {reason}{Provision(winner.Launches.Count)}";
    }

    /// <summary>What can be said when there is nothing but the baseline.</summary>
    public static string OnlyBaseline(Measurement baseline) =>
        $"only {baseline.Strategy} was measured, median {Median(baseline)}{Provision(baseline.Launches.Count)}";

    /// <summary>What the comparison of the baseline with the winner says, or with the next when it is the winner itself.</summary>
    public static string Compared(Comparison comparison, string winner, IReadOnlyList<string> peers)
    {
        bool equal = comparison is { Interval: not null, Verdict: ComparisonVerdict.Indistinguishable };
        string sentence = equal ? Indistinguishable(comparison, winner) : Distinguished(comparison, winner);
        string others = peers.Count == 0
            ? string.Empty
            : $"; {Enumerate(Named(peers))} {(peers.Count == 1 ? "is" : "are")} indistinguishable from {(equal ? winner : "it")}";
        return sentence + others + Provision(Math.Min(comparison.BaselineLaunches, comparison.OtherLaunches));
    }

    private static string Indistinguishable(Comparison comparison, string winner)
    {
        string loser = winner == comparison.Baseline ? comparison.Other : comparison.Baseline;
        return $"{winner} and {loser} are indistinguishable (ratio {Digits.Ratio(comparison.Ratio)}, {Interval(comparison.Interval, inverted: false)})";
    }

    // The lowest median of all transfers need not go with the lower launch medians.
    private static string Distinguished(Comparison comparison, string winner)
    {
        string interval = Interval(comparison.Interval, inverted: comparison.Ratio < 1);
        return (winner == comparison.Baseline, comparison.Ratio >= 1) switch
        {
            (true, false) => $"{winner} is the fastest; next is {comparison.Other}, {Factor(comparison)} ({interval})",
            (true, true) => $"{winner} has the lowest median of all transfers, but by its launches {comparison.Other} is {Factor(comparison)} ({interval})",
            (false, true) => $"{winner} {Factor(comparison)} than {comparison.Baseline} ({interval})",
            (false, false) => $"{winner} has the lowest median of all transfers, but by its launches it is {Factor(comparison)} than {comparison.Baseline} ({interval})",
        };
    }

    private static string Factor(Comparison comparison) => comparison.Ratio >= 1
        ? $"{Digits.Ratio(comparison.Ratio)}× faster"
        : $"{Digits.Ratio(1 / comparison.Ratio)}× slower";

    private static string Interval(Interval? interval, bool inverted) => (interval, inverted) switch
    {
        (null, _) => "too few launches for a 95 % CI",
        (_, false) => $"95 % CI {Digits.Ratio(interval.Lower)}–{Digits.Ratio(interval.Upper)}",
        (_, true) => $"95 % CI {Digits.Ratio(1 / interval.Upper)}–{Digits.Ratio(1 / interval.Lower)}",
    };

    private static string Describe(Outcome outcome) => outcome switch
    {
        Outcome.Failed => "failed",
        Outcome.Unsupported => "is unsupported here",
        _ => "was measured",
    };

    private static string Median(Measurement measurement) => new Nanoseconds(measurement.Statistics!.P50).ToString();

    private static string Enumerate(IReadOnlyList<string> items) =>
        items.Count == 1 ? items[0] : $"{string.Join(", ", items.SkipLast(1))} and {items[^1]}";

    private static string Provision(int launches) => launches >= Comparison.LaunchesNeeded
        ? string.Empty
        : $" — provisional: {launches} {(launches == 1 ? "launch" : "launches")}, at least {Comparison.LaunchesNeeded} needed";
}
