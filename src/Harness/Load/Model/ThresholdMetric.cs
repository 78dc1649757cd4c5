using FileTransfer.Results;
using FileTransfer.Results.Analysis;

namespace FileTransfer.Harness.Load.Model;

/// <summary>The unit in which a threshold and what was found are compared.</summary>
internal static class ThresholdUnit
{
    public const string Nanoseconds = "ns";

    /// <summary>Errors per 100 transfers that were tried.</summary>
    public const string Percent = "%";

    public const string Errors = "errors";

    public const string PerSecond = "transfers/s";

    /// <summary>Millions of bytes per second.</summary>
    public const string MegabytesPerSecond = "MB/s";
}

/// <summary>What a threshold can limit.</summary>
/// <param name="Name">Its name in conditions.</param>
/// <param name="Share">Of a percentile the share of transfers below it, otherwise 0.</param>
/// <param name="Time">Of a latency how it is found, otherwise null.</param>
internal sealed record ThresholdMetric(string Name, double Share = 0, Func<LatencySummary, double>? Time = null)
{
    private const double Hundred = 100;

    public static ThresholdMetric Errors { get; } = new("errors");

    /// <summary>Transfers that were completed, per second.</summary>
    public static ThresholdMetric Rate { get; } = new("rate");

    public static ThresholdMetric Throughput { get; } = new("throughput");

    /// <summary>All of them.</summary>
    public static IReadOnlyList<ThresholdMetric> All { get; } =
    [
        new("p50", 0.5, latency => latency.P50),
        new("p90", 0.9, latency => latency.P90),
        new("p99", 0.99, latency => latency.P99),
        new("p99.9", 0.999, latency => latency.P999),
        new("max", 0, latency => latency.Max),
        new("mean", 0, latency => latency.Mean),
        Errors,
        Rate,
        Throughput,
    ];

    /// <summary>The value of a load; null when it has none, or too few transfers to know it.</summary>
    public double? ValueOf(LoadResult result, string unit)
    {
        long errors = result.Errors.Values.Sum();
        long tried = result.Transfers + result.CheckedByChecksum + errors;
        return Time is not null
            ? result.LatencyNanoseconds is { } latency && Percentiles.IsShown(result.Transfers, Share) ? Time(latency) : null
            : this == Throughput ? result.ThroughputMBps
            : this == Rate ? result.RatePerSecond.Completed
            : unit == ThresholdUnit.Errors ? errors
            : tried > 0 ? Hundred * errors / tried
            : null;
    }
}
