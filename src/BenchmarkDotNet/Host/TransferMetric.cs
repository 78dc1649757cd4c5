using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Reports;
using FileTransfer.Results;
using FileTransfer.Results.Statistics;

namespace FileTransfer.Benchmarking.Host;

/// <summary>A column with a value from the recorded single transfers; BenchmarkDotNet's JSON has it too.</summary>
/// <param name="name">Title of the column.</param>
/// <param name="legend">What it shows.</param>
/// <param name="priority">Place among the columns.</param>
/// <param name="isTime">True for nanoseconds, which the table converts to its unit.</param>
/// <param name="format">Format of the number.</param>
internal sealed class TransferMetric(string name, string legend, int priority, bool isTime, string format) : IMetricDescriptor
{
    /// <summary>Median.</summary>
    public static TransferMetric P50 { get; } = new("P50", "Median of all single transfers", 0, isTime: true, "N2");

    /// <summary>99th percentile.</summary>
    public static TransferMetric P99 { get; } = new("P99", "99th percentile of all single transfers", 1, isTime: true, "N2");

    /// <summary>Throughput.</summary>
    public static TransferMetric Throughput { get; } = new(
        "MB/s", "Length of the file divided by the mean time of all single transfers, 10^6 bytes per second", 2, isTime: false, "0");

    /// <summary>Cost at the sender.</summary>
    public static TransferMetric SenderCpu { get; } = new(
        "Sender CPU s/GB", "CPU time of the sender per 10^9 bytes", 3, isTime: false, "0.000");

    /// <summary>Cost at the receiver.</summary>
    public static TransferMetric ReceiverCpu { get; } = new(
        "Receiver CPU s/GB", "CPU time of the receiver per 10^9 bytes", 4, isTime: false, "0.000");

    /// <inheritdoc/>
    public string Id => $"FileTransfer.{name}";

    /// <inheritdoc/>
    public string DisplayName => name;

    /// <inheritdoc/>
    public string Legend => legend;

    /// <inheritdoc/>
    public string NumberFormat => format;

    /// <inheritdoc/>
    public UnitType UnitType => isTime ? UnitType.Time : UnitType.Dimensionless;

    /// <inheritdoc/>
    public string Unit => isTime ? "ns" : "";

    /// <inheritdoc/>
    public bool TheGreaterTheBetter => this == Throughput;

    /// <inheritdoc/>
    /// <remarks>Behind what BenchmarkDotNet's own diagnosers measure.</remarks>
    public int PriorityInCategory => 100 + priority;

    /// <inheritdoc/>
    public bool GetIsAvailable(Metric metric) => true;

    /// <summary>The values of a case.</summary>
    /// <param name="launches">Its launches, at least one of them with a sample.</param>
    /// <param name="sizeBytes">Length of its file.</param>
    /// <param name="delivers">False for a strategy that sends nothing.</param>
    public static IEnumerable<Metric> Of(IReadOnlyList<Launch> launches, long sizeBytes, bool delivers)
    {
        MeasurementStatistics statistics = SampleStatistics.Of(launches, sizeBytes, delivers);
        // Costs cover all transfers while recording, also those that are no samples.
        double gigabytes = launches.Sum(launch => (double)launch.Nanoseconds.Count + launch.CheckedWhileRecording) * sizeBytes / 1e9;
        double? senderCpu = launches.Sum(launch => launch.SenderCpuSeconds) / gigabytes;
        double? receiverCpu = launches.Sum(launch => launch.ReceiverCpuSeconds) / gigabytes;
        (TransferMetric Descriptor, double? Value)[] all =
        [
            (P50, statistics.P50),
            (P99, statistics.P99),
            (Throughput, statistics.ThroughputMBps),
            (SenderCpu, delivers ? senderCpu : null),
            (ReceiverCpu, delivers ? receiverCpu : null),
        ];
        return all.Where(metric => metric.Value is not null).Select(metric => new Metric(metric.Descriptor, metric.Value!.Value));
    }
}
