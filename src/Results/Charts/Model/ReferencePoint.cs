
namespace FileTransfer.Results.Charts.Model;

/// <summary>A time to compare with.</summary>
/// <param name="SizeBytes">Payload length in bytes.</param>
/// <param name="MedianNanoseconds">Median time of a transfer, in nanoseconds.</param>
/// <param name="Source">Name of the program or strategy that took this time.</param>
internal sealed record ReferencePoint(long SizeBytes, double MedianNanoseconds, string Source);
