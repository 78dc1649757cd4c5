
namespace FileTransfer.Harness.Results;

/// <summary>What the path costs without a payload: an empty frame and its acknowledgement.</summary>
/// <param name="Transport">The transport that was measured.</param>
/// <param name="MinimumNanoseconds">The shortest, of a sender that polls and of one that blocks, in nanoseconds.</param>
/// <param name="MedianNanoseconds">Median of a sender that blocks, in nanoseconds.</param>
internal sealed record EmptyRoundTrip(string Transport, double MinimumNanoseconds, double MedianNanoseconds);
