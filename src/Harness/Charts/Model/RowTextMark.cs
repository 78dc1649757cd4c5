namespace FileTransfer.Harness.Charts.Model;

/// <summary>Words in a row, beginning at a value.</summary>
/// <param name="Row">Number of the row, from 0.</param>
/// <param name="At">Value after which they are written.</param>
/// <param name="Text">The words.</param>
internal sealed record RowTextMark(int Row, double At, string Text) : Mark;
