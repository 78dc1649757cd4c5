using System.Globalization;
using FileTransfer.Results.Analysis;

namespace FileTransfer.Results.Reports;

/// <summary>One line per measurement for spreadsheets and scripts: RFC 4180 with <c>\n</c> line ends, invariant numbers.</summary>
/// <remarks>
/// Columns ending in <c>_ns</c> are nanoseconds; MB and GB are powers of 10; <c>speedup</c> is the baseline's time divided by
/// the strategy's time at the same size. Values that were not measured or not compared are empty fields; a failed or
/// unsupported measurement has a reason and no numbers except its size. New columns are added at the end; none is renamed.
/// </remarks>
internal sealed class CsvReport : IReport
{
    private const string TimeFormat = "0.###";
    private const string RatioFormat = "0.######";

    private static readonly Column[] s_columns =
    [
        new("run", row => row.Run.Run.Id),
        new("scenario", row => row.Run.Run.Scenario),
        new("strategy", row => row.Measurement.Strategy),
        new("transport", row => row.Measurement.Transport),
        new("size_bytes", row => Whole(row.Measurement.SizeBytes)),
        new("outcome", row => row.Measurement.Outcome.ToString().ToLowerInvariant()),
        new("reason", row => row.Measurement.Reason),
        new("launches", row => Whole(row.Numbers?.Launches.Count)),
        new("samples", row => Whole(row.Statistics?.N)),
        new("min_ns", row => Time(row.Statistics?.Min)),
        new("p50_ns", row => Time(row.Statistics?.P50)),
        new("p90_ns", row => Percentile(row, 0.9, row.Statistics?.P90)),
        new("p99_ns", row => Percentile(row, 0.99, row.Statistics?.P99)),
        new("p999_ns", row => Percentile(row, 0.999, row.Statistics?.P999)),
        new("max_ns", row => Time(row.Statistics?.Max)),
        new("mean_ns", row => Time(row.Statistics?.Mean)),
        new("p50_ci_lower_ns", row => Time(row.Statistics?.MedianInterval?.Lower)),
        new("p50_ci_upper_ns", row => Time(row.Statistics?.MedianInterval?.Upper)),
        new("send_returned_p50_ns", row => Time(row.Statistics?.SendReturnedP50)),
        new("throughput_mb_per_s", row => Number(row.Statistics?.ThroughputMBps, TimeFormat)),
        new("speedup", row => Number(row.Comparison?.Ratio, RatioFormat)),
        new("speedup_ci_lower", row => Number(row.Comparison?.Interval?.Lower, RatioFormat)),
        new("speedup_ci_upper", row => Number(row.Comparison?.Interval?.Upper, RatioFormat)),
        new("verdict", row => row.Comparison is { Interval: not null } comparison ? RatioText.Word(comparison.Verdict) : null),
        new("sender_cpu_s_per_gb", row => Number(row.Numbers?.SenderCpuSecondsPerGB, RatioFormat)),
        new("receiver_cpu_s_per_gb", row => Number(row.Numbers?.ReceiverCpuSecondsPerGB, RatioFormat)),
        new("allocated_bytes_per_transfer", row => Number(row.Numbers?.AllocatedBytesPerTransfer, TimeFormat)),
        new("context_switches_per_transfer", row => Number(row.Numbers?.ContextSwitchesPerTransfer, RatioFormat)),
        new("verified_by_count", row => Whole(row.Numbers?.VerifiedByCount)),
        new("verified_by_checksum", row => Whole(row.Numbers?.VerifiedByChecksum)),
        new("p90_ci_lower_ns", row => Time(row.Statistics?.P90Interval?.Lower)),
        new("p90_ci_upper_ns", row => Time(row.Statistics?.P90Interval?.Upper)),
        new("p99_ci_lower_ns", row => Time(row.Statistics?.P99Interval?.Lower)),
        new("p99_ci_upper_ns", row => Time(row.Statistics?.P99Interval?.Upper)),
        new("wait", row => row.Measurement.Dimensions.Wait),
        new("cache", row => row.Measurement.Dimensions.Cache),
        new("receiver_wait", row => row.Run.Environment.ReceiverWait),
        new("proof", row => row.Measurement.Dimensions.Proof),
    ];

    /// <summary>Names of the columns, in their order.</summary>
    public static IReadOnlyList<string> Columns { get; } = Array.ConvertAll(s_columns, column => column.Name);

    /// <inheritdoc/>
    public string Name => "csv";

    /// <inheritdoc/>
    public string FileName => "report.csv";

    /// <inheritdoc/>
    public void Write(RunResult run, TextWriter writer)
    {
        WriteLine(writer, Columns);
        foreach (Measurement measurement in run.Measurements)
        {
            Row row = new(run, measurement);
            WriteLine(writer, s_columns.Select(column => column.Value(row) ?? string.Empty));
        }
    }

    private static void WriteLine(TextWriter writer, IEnumerable<string> fields) =>
        writer.Write(string.Join(',', fields.Select(Quote)) + "\n");

    private static string Quote(string field) => field.AsSpan().ContainsAny(",\"\r\n")
        ? $"\"{field.Replace("\"", "\"\"", StringComparison.Ordinal)}\""
        : field;

    private static string? Time(double? nanoseconds) => Number(nanoseconds, TimeFormat);

    private static string? Percentile(Row row, double share, double? value) =>
        Percentiles.IsShown(row.Statistics?.N ?? 0, share) ? Time(value) : null;

    private static string? Number(double? value, string format) => value?.ToString(format, CultureInfo.InvariantCulture);

    private static string? Whole(long? value) => value?.ToString(CultureInfo.InvariantCulture);

    private sealed record Column(string Name, Func<Row, string?> Value);

    private sealed record Row(RunResult Run, Measurement Measurement)
    {
        public Measurement? Numbers { get; } = Measurement.Outcome == Outcome.Measured ? Measurement : null;

        public MeasurementStatistics? Statistics => Numbers?.Statistics;

        public Comparison? Comparison { get; } = Verdicts.AgainstBaseline(Run, Measurement);
    }
}
