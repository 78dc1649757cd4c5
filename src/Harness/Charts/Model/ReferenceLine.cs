namespace FileTransfer.Harness.Charts.Model;

/// <summary>Times from outside the run that its own are to be read against, such as those of a native program.</summary>
/// <param name="Name">What they are times of.</param>
/// <param name="Points">One point per size, sizes ascending.</param>
internal sealed record ReferenceLine(string Name, IReadOnlyList<ReferencePoint> Points);
