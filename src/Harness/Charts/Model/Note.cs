namespace FileTransfer.Harness.Charts.Model;

/// <summary>A remark under a picture.</summary>
/// <param name="Text">A full sentence.</param>
/// <param name="IsGrave">True when the picture would mislead without it.</param>
/// <param name="IsWhole">True when none of it may be left out, however long it is.</param>
internal sealed record Note(string Text, bool IsGrave = false, bool IsWhole = false);
