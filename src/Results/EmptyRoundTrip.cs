
namespace FileTransfer.Results;

/// <summary>Time of the path without a payload: the round trip of an empty frame and its acknowledgement.</summary>
/// <param name="Transport">The measured transport.</param>
/// <param name="MinimumNanoseconds">Shortest round trip of polling and of blocking reads, in nanoseconds.</param>
/// <param name="MedianNanoseconds">Median round trip with blocking reads, in nanoseconds.</param>
internal sealed record EmptyRoundTrip(string Transport, double MinimumNanoseconds, double MedianNanoseconds);
