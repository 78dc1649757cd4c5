namespace FileTransfer.Harness.Charts.Model;

/// <summary>A cell of a matrix.</summary>
/// <param name="Column">Number of the column, from 0.</param>
/// <param name="Row">Number of the row, from 0.</param>
/// <param name="Text">What is written large.</param>
/// <param name="Detail">What is written small below it, or null.</param>
/// <param name="Tone">Colour.</param>
internal sealed record CellMark(int Column, int Row, string Text, string? Detail, Tone Tone) : Mark;
