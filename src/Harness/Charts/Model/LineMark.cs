namespace FileTransfer.Harness.Charts.Model;

/// <summary>A named line through points, with a band around it where the points have one.</summary>
internal sealed record LineMark : Mark
{
    /// <summary>Name of the series.</summary>
    public required string Name { get; init; }

    /// <summary>Number of the series, which decides colour, dash and marker; null for a reference line.</summary>
    public required int? Series { get; init; }

    /// <summary>The points from left to right.</summary>
    public required IReadOnlyList<LinePoint> Points { get; init; }

    /// <summary>True for a line in the background, thin and without a colour of its own.</summary>
    public bool IsQuiet { get; init; }

    /// <summary>True to write the name where the line ends.</summary>
    public bool HasLabel { get; init; }
}
