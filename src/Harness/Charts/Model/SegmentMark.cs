namespace FileTransfer.Harness.Charts.Model;

/// <summary>A straight line.</summary>
/// <param name="X1">Horizontal value of its begin.</param>
/// <param name="Y1">Vertical value of its begin.</param>
/// <param name="X2">Horizontal value of its end.</param>
/// <param name="Y2">Vertical value of its end.</param>
/// <param name="Tone">Colour.</param>
internal sealed record SegmentMark(double X1, double Y1, double X2, double Y2, Tone Tone) : Mark;
