namespace FileTransfer.Results;

/// <summary>A confidence interval.</summary>
internal sealed record Interval(double Lower, double Upper);
