namespace FileTransfer.Harness.Charts.Model;

/// <summary>A symbol that points something out.</summary>
/// <param name="X">Horizontal value.</param>
/// <param name="Y">Vertical value.</param>
/// <param name="Series">Number of the series, which decides the colour; null for ink.</param>
/// <param name="Shape">Which symbol.</param>
internal sealed record SymbolMark(double X, double Y, int? Series, SymbolShape Shape) : Mark;
