namespace FileTransfer.Harness.Charts.Model;

/// <summary>A horizontal bar in a row.</summary>
/// <param name="Row">Number of the row, from 0.</param>
/// <param name="From">Where it begins.</param>
/// <param name="To">Where it ends.</param>
/// <param name="Tone">Colour.</param>
internal sealed record BarMark(int Row, double From, double To, Tone Tone) : Mark;
