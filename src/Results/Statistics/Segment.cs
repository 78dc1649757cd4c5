namespace FileTransfer.Results.Statistics;

/// <summary>A part of a launch between two change points.</summary>
/// <param name="Start">Index of its first sample.</param>
/// <param name="End">Index after its last sample.</param>
/// <param name="MedianNanoseconds">Median of its samples.</param>
internal sealed record Segment(int Start, int End, double MedianNanoseconds);
