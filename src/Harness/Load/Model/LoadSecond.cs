namespace FileTransfer.Harness.Load.Model;

/// <summary>What happened in a second of a load.</summary>
/// <param name="Elapsed">Time since the start.</param>
/// <param name="PerSecond">Timed transfers per second.</param>
/// <param name="P50">Median latency in nanoseconds.</param>
/// <param name="P99">99th percentile of the latencies in nanoseconds.</param>
/// <param name="Errors">Errors since the start.</param>
internal readonly record struct LoadSecond(TimeSpan Elapsed, double PerSecond, double P50, double P99, long Errors);
