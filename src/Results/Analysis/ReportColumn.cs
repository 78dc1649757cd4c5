using System.Globalization;

namespace FileTransfer.Results.Analysis;

/// <summary>A column of numbers in the tables of the reports.</summary>
/// <param name="Header">Its header.</param>
/// <param name="Text">Text of the cell in a measured row.</param>
/// <param name="Value">Value that a measured row is sorted by, or null where it has none.</param>
internal sealed record ReportColumn(string Header, Func<ReportRow, string> Text, Func<ReportRow, double?> Value)
{
    private const string NoValue = "–";

    /// <summary>A cost that a server of another make does not tell.</summary>
    private const string Unknown = "?";
    private const int SignificantDigits = 3;

    /// <summary>All columns after size and strategy, in their order.</summary>
    public static IReadOnlyList<ReportColumn> All { get; } =
    [
        Percentile("P50 (95 % CI)", 0.5, statistics => (statistics.P50, statistics.MedianInterval)),
        Percentile("P90", 0.9, statistics => (statistics.P90, statistics.P90Interval)),
        Percentile("P99", 0.99, statistics => (statistics.P99, statistics.P99Interval)),
        Time("max", row => Statistics(row).Max),
        Number("MB/s", row => Statistics(row).ThroughputMBps),
        new("speed-up (95 % CI)", SpeedUp, row => IsBaseline(row) ? 1 : Verdicts.AgainstBaseline(row.Run, row.Measurement)?.Ratio),
        Time("send returned, P50", row => Statistics(row).SendReturnedP50),
        Number("sender CPU s/GB", row => row.Measurement.SenderCpuSecondsPerGB),
        Number(
            "receiver CPU s/GB",
            row => row.Measurement.ReceiverCpuSecondsPerGB,
            row => row.Measurement.Dimensions.Url is null ? NoValue : Unknown),
        new("allocated B", Allocated, row => row.Measurement.AllocatedBytesPerTransfer),
        Number("context switches", row => row.Measurement.ContextSwitchesPerTransfer),
        new("launches × samples", Samples, row => Statistics(row).N),
    ];

    /// <summary>A percentile and its interval.</summary>
    private static ReportColumn Percentile(
        string header,
        double share,
        Func<MeasurementStatistics, (double Value, Interval? Interval)> value)
    {
        return new(
            header,
            row => IsShown(row) ? Text(value(Statistics(row))) : NoValue,
            row => IsShown(row) ? value(Statistics(row)).Value : null);

        bool IsShown(ReportRow row) => Percentiles.IsShown(Statistics(row).N, share);

        static string Text((double Value, Interval? Interval) shown) => Nanoseconds.WithInterval(shown.Value, shown.Interval);
    }

    private static ReportColumn Time(string header, Func<ReportRow, double?> value) =>
        new(header, row => value(row) is { } nanoseconds ? new Nanoseconds(nanoseconds).ToString() : NoValue, value);

    private static ReportColumn Number(string header, Func<ReportRow, double?> value, Func<ReportRow, string>? otherwise = null) => new(
        header,
        row => value(row) is { } number ? Digits.Significant(number, SignificantDigits) : otherwise?.Invoke(row) ?? NoValue,
        value);

    private static MeasurementStatistics Statistics(ReportRow row) => row.Measurement.Statistics!;

    private static bool IsBaseline(ReportRow row) => row.Measurement.Strategy == row.Run.Run.Baseline;

    private static string Allocated(ReportRow row) =>
        row.Measurement.AllocatedBytesPerTransfer?.ToString("0", CultureInfo.InvariantCulture) ?? NoValue;

    private static string SpeedUp(ReportRow row) => IsBaseline(row) ? "baseline" : Verdicts.AgainstBaseline(row.Run, row.Measurement) switch
    {
        null => NoValue,
        { } comparison => RatioText.Cell(comparison),
    };

    private static string Samples(ReportRow row)
    {
        int[] counts = [.. row.Measurement.Launches.Select(launch => launch.ThinnedFrom ?? launch.Nanoseconds.Count)];
        string samples = counts.Min() == counts.Max() ? $"{counts[0]}" : $"{counts.Min()}–{counts.Max()}";
        return $"{counts.Length} × {samples}";
    }
}
