using System.Globalization;
using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using FileTransfer.Harness.Rounds;
using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using Measurement = FileTransfer.Results.Measurement;

namespace FileTransfer.Harness.Exports;

/// <summary>A column of BenchmarkDotNet's table with a value from the recorded single transfers.</summary>
internal sealed class MeasurementColumn(RunSoFar run, string name, string legend, int priority, Func<Measurement, string?> value)
    : IColumn
{
    private const string Missing = "-";

    public string Id => $"FileTransfer.{ColumnName}";

    public string ColumnName => name;

    public string Legend => legend;

    public bool AlwaysShow => true;

    public ColumnCategory Category => ColumnCategory.Custom;

    public int PriorityInCategory => priority;

    public bool IsNumeric => true;

    public UnitType UnitType => UnitType.Dimensionless;

    /// <summary>All such columns, in order.</summary>
    public static IEnumerable<MeasurementColumn> All(RunSoFar run)
    {
        (string Name, string Legend, Func<Measurement, string?> Value)[] columns =
        [
            ("P50", "Median of all transfers", measurement => Duration(measurement.Statistics?.P50)),
            ("P99", "99th percentile of all transfers", measurement => Duration(measurement.Statistics?.P99)),
            ("Max", "Slowest transfer", measurement => Duration(measurement.Statistics?.Max)),
            (
                "MB/s",
                "Payload divided by the mean time of a transfer (with several in flight: by the wall time per transfer), 10^6 bytes "
                + "per second",
                measurement => Number(measurement.Statistics?.ThroughputMBps, "N0")),
            ("Sender CPU s/GB", "CPU time of the sender per 10^9 bytes", measurement => Number(measurement.SenderCpuSecondsPerGB, "0.000")),
            (
                "Receiver CPU s/GB",
                "CPU time of the receiver per 10^9 bytes",
                measurement => Number(measurement.ReceiverCpuSecondsPerGB, "0.000")),
            (
                "Allocated",
                "Managed bytes allocated by the sender per transfer",
                measurement => Number(measurement.AllocatedBytesPerTransfer, "0 B")),
            (
                "Ratio",
                $"P50 of {run.Plan.Baseline ?? "the baseline"} at the same size divided by this P50; the report says what it proves",
                measurement => Ratio(run, measurement)),
        ];
        return columns.Select((column, index) => new MeasurementColumn(run, column.Name, column.Legend, index, column.Value));
    }

    public string GetValue(Summary summary, BenchmarkCase benchmarkCase) =>
        run.MeasurementOf(run.Of(CaseKey.Of(benchmarkCase))) is { Outcome: Outcome.Measured } measurement
            ? value(measurement) ?? Missing
            : Missing;

    public string GetValue(Summary summary, BenchmarkCase benchmarkCase, SummaryStyle style) => GetValue(summary, benchmarkCase);

    public bool IsDefault(Summary summary, BenchmarkCase benchmarkCase) => false;

    public bool IsAvailable(Summary summary) => true;

    private static string? Duration(double? nanoseconds) => nanoseconds is { } value ? new Nanoseconds(value).ToString() : null;

    private static string? Number(double? value, string format) => value?.ToString(format, CultureInfo.InvariantCulture);

    private static string? Ratio(RunSoFar run, Measurement measurement) => run.BaselineFor(measurement) switch
    {
        null => null,
        { } baseline when baseline == measurement => "baseline",
        { } baseline => Number(baseline.Statistics?.P50 / measurement.Statistics?.P50, "0.00x"),
    };
}
