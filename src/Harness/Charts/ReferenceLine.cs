namespace FileTransfer.Harness.Charts;

/// <summary>Times that those of the strategies are to be read against, such as those of the native reference.</summary>
/// <param name="Name">What they are times of.</param>
/// <param name="Points">One point per size, sizes ascending.</param>
public sealed record ReferenceLine(string Name, IReadOnlyList<ReferencePoint> Points);
