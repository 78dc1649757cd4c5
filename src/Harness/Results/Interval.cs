namespace FileTransfer.Harness.Results;

/// <summary>A confidence interval.</summary>
/// <param name="Lower">Lower bound.</param>
/// <param name="Upper">Upper bound.</param>
public sealed record Interval(double Lower, double Upper);
