namespace FileTransfer.Results;

/// <summary>Percentiles in nanoseconds.</summary>
internal sealed record LatencySummary(double Min, double P50, double P90, double P99, double P999, double Max, double Mean);
