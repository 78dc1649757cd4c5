
namespace FileTransfer.Results;

/// <summary>Statistics of all samples of a measurement, with equal weight for every launch. Times are in nanoseconds.</summary>
internal sealed record MeasurementStatistics
{
    /// <summary>Number of samples.</summary>
    public required long N { get; init; }

    /// <summary>Shortest.</summary>
    public required double Min { get; init; }

    /// <summary>Median.</summary>
    public required double P50 { get; init; }

    /// <summary>90th percentile.</summary>
    public required double P90 { get; init; }

    /// <summary>99th percentile.</summary>
    public required double P99 { get; init; }

    /// <summary>99.9th percentile.</summary>
    public required double P999 { get; init; }

    /// <summary>Longest.</summary>
    public required double Max { get; init; }

    public required double Mean { get; init; }

    /// <summary>Median of the times until the last send call returned, or null where they were not measured.</summary>
    public double? SendReturnedP50 { get; init; }

    /// <summary>95 % confidence interval of the median over launches, or null with fewer than three.</summary>
    public Interval? MedianInterval { get; init; }

    /// <summary>
    /// 95 % confidence interval of the 90th percentile; also null where the launches differ so much that it has no upper end.
    /// </summary>
    public Interval? P90Interval { get; init; }

    /// <summary>95 % confidence interval of the 99th percentile; null like that of the 90th.</summary>
    public Interval? P99Interval { get; init; }

    /// <summary>
    /// Payload divided by the mean time of a transfer, or by the wall time per transfer with several in flight, in MB/s (10⁶ bytes);
    /// null where nothing is delivered.
    /// </summary>
    public double? ThroughputMBps { get; init; }
}
