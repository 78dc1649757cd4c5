using System.Globalization;
using FileTransfer.Results.Reports;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Lab.Calibration;

/// <summary>The tables of the calibration page that say what turns themselves do to a ratio.</summary>
internal static class BiasPage
{
    private const double MostTold = 1.5;

    private static readonly string[] s_lengths = ["turns of 4 ms", "turns of 8 ms", "turns of 16 ms", "stretches of 500 ms"];
    private static readonly string[] s_companies = ["two alone", "among fourteen"];
    private static readonly string[] s_sharing = ["a process for each", "one process for all"];

    /// <summary>A ratio by condition: length of a turn, company.</summary>
    public static Table ByLength(IReadOnlyList<CalibrationEntry> entries) => ByCondition(entries, s_lengths);

    /// <inheritdoc cref="ByLength"/>
    public static Table ByCompany(IReadOnlyList<CalibrationEntry> entries) => ByCondition(entries, s_companies);

    /// <summary>The same for a process that measures one size in one placement, and for one that goes through all of them.</summary>
    public static Table BySharing(IReadOnlyList<CalibrationEntry> entries) => ByCondition(entries, s_sharing);

    /// <summary>How much a strategy's times depend on its predecessor, of the last run in company.</summary>
    public static Table ByPredecessor(IReadOnlyList<CalibrationEntry> entries) => new(
        ["strategy", ">size", "placement", "fastest behind", ">", "slowest behind", ">", ">standard error"],
        from spread in entries.LastOrDefault(entry => entry.Condition == s_companies[^1])?.Predecessors ?? []
        orderby spread.SizeBytes, spread.Placement, spread.Strategy
        select (Cell[])
        [
            spread.Strategy,
            new ByteSize(spread.SizeBytes).ToString(),
            spread.Placement ?? "none",
            spread.FastestBehind,
            Text($"{spread.Fastest:0.000}×"),
            spread.SlowestBehind,
            Text($"{spread.Slowest:0.000}×"),
            Text($"{spread.Error:0.000}"),
        ]);

    /// <summary>
    /// Each cell has the ratio of every run, and how far its interval reaches to either side, as a median; not with as few rounds as a
    /// simultaneous interval of many comparisons says nothing of.
    /// </summary>
    private static Table ByCondition(IReadOnlyList<CalibrationEntry> entries, string[] conditions)
    {
        string[] shown = [.. conditions.Where(condition => entries.Any(entry => entry.Condition == condition))];
        return new Table(
            ["strategy ÷ baseline", ">size", "placement", .. shown.Select(condition => $">{condition}")],
            from entry in entries
            where shown.Contains(entry.Condition)
            from pair in entry.Pairs
            group (entry.Condition, Pair: pair) by (pair.One, pair.Other, pair.SizeBytes, pair.Placement) into same
            where shown.All(condition => same.Any(one => one.Condition == condition))
            orderby same.Key.SizeBytes, same.Key.Placement, same.Key.Other
            select (Cell[])
            [
                $"{same.Key.Other} ÷ {same.Key.One}",
                new ByteSize(same.Key.SizeBytes).ToString(),
                same.Key.Placement ?? "none",
                .. shown.Select(condition => (Cell)Ratios([.. same.Where(one => one.Condition == condition).Select(one => one.Pair)])),
            ]);
    }

    private static string Ratios(CalibrationPair[] pairs)
    {
        double[] reaches =
            [.. pairs.Where(pair => pair.Lower > 0).Select(pair => Math.Sqrt(pair.Upper!.Value / pair.Lower!.Value)).Order()];
        string ratios = string.Join(", ", pairs.Select(pair => Text($"{1 / pair.Ratio:0.000}")));
        return reaches.Length == 0 || reaches[reaches.Length / 2] > MostTold
            ? ratios
            : Text($"{ratios} (±{(reaches[reaches.Length / 2] - 1) * 100:0.0} %)");
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
