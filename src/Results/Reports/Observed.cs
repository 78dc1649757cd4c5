using FileTransfer.Results.Analysis;
using FileTransfer.Results.Charts.Sources;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Results.Reports;

/// <summary>Writes the observations that strategies recorded beside the time as text.</summary>
internal static class Observed
{
    private const int SignificantDigits = 3;
    private const double LargestExact = 1e6;

    /// <summary>
    /// One line per strategy and observation; sizes with the same value share a line:
    /// <c>msg-zerocopy at 1M: buffers that the kernel copied despite MSG_ZEROCOPY: 100 %</c>.
    /// </summary>
    public static IReadOnlyList<string> Of(RunResult run)
    {
        ReportRow[] rows = [.. ReportRow.Of(run).Where(row => row.IsMeasured)];
        long[] sizes = [.. rows.Select(row => row.Measurement.SizeBytes).Distinct().Order()];
        (ReportRow Row, Observation Observation)[] all =
            [.. rows.SelectMany(row => row.Measurement.Observations.Select(observation => (row, observation)))];
        // A placement is named only where another one has another value.
        HashSet<(string, long, string)> apart =
        [
            .. all.GroupBy(item => (item.Row.Name, item.Row.Measurement.SizeBytes, item.Observation.Key))
                .Where(group => group.Select(item => Text(item.Observation)).Distinct().Count() > 1)
                .Select(group => group.Key),
        ];
        return
        [
            .. all
                .Select(item => (
                    item.Row.Name,
                    item.Row.Measurement.SizeBytes,
                    Text: Text(item.Observation),
                    Where: apart.Contains((item.Row.Name, item.Row.Measurement.SizeBytes, item.Observation.Key))
                        ? PlacementText.Behind(item.Row.Measurement)
                        : ""))
                .GroupBy(item => (item.Name, item.Where, item.Text))
                .OrderBy(group => Array.FindIndex(rows, row => row.Name == group.Key.Name))
                .Select(group => $"{group.Key.Name} {SizeText.At([.. group.Select(item => item.SizeBytes).Distinct()], sizes)}"
                    + $"{group.Key.Where}: {group.Key.Text}"),
        ];
    }

    /// <summary>An observation without the strategy: <c>buffers that the kernel copied despite MSG_ZEROCOPY: 100 %</c>.</summary>
    public static string Text(Observation observation) =>
        $"{ObservationWords.Of(observation.Key)}: "
        + $"{Number(observation.Value)}{(observation.Unit.Length == 0 ? string.Empty : $" {observation.Unit}")}";

    // Whole numbers are counts, so every digit is shown.
    private static string Number(double value) => value == Math.Floor(value) && Math.Abs(value) < LargestExact
        ? TickText.Number(value)
        : Digits.Significant(value, SignificantDigits);
}
