namespace FileTransfer.Harness.Charts.Model;

/// <summary>A remark under a picture.</summary>
/// <param name="Text">A full sentence.</param>
/// <param name="IsGrave">True when the picture would mislead without it.</param>
public sealed record Note(string Text, bool IsGrave = false);
