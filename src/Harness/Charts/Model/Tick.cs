namespace FileTransfer.Harness.Charts.Model;

/// <summary>A value that is named on an axis.</summary>
/// <param name="Value">The value.</param>
/// <param name="Label">Its name, with unit.</param>
/// <param name="Tip">What a pointer is told, or null.</param>
internal sealed record Tick(double Value, string Label, string? Tip = null);
