namespace FileTransfer.Results.Charts.Model;

/// <summary>Times to compare with, such as those of a native program or of the harness alone.</summary>
/// <param name="Name">Label of the line.</param>
/// <param name="Points">One point per size, sizes ascending.</param>
internal sealed record ReferenceLine(string Name, IReadOnlyList<ReferencePoint> Points);
