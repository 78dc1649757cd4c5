namespace FileTransfer.Harness.Comparing;

/// <summary>Launch medians of one case in one round, in nanoseconds.</summary>
/// <param name="First">The base.</param>
/// <param name="Second">The base again.</param>
/// <param name="Other">The other side.</param>
internal sealed record RoundTimes(double First, double Second, double Other);
