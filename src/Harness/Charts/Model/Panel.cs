namespace FileTransfer.Harness.Charts.Model;

/// <summary>One plot: two axes and what is marked between them.</summary>
internal sealed record Panel
{
    /// <summary>Heading, or null for the title of the vertical axis.</summary>
    public string? Title { get; init; }

    /// <summary>What the heading adds in small print, at the right.</summary>
    public string? Detail { get; init; }

    /// <summary>The horizontal axis.</summary>
    public required Axis X { get; init; }

    /// <summary>The vertical axis.</summary>
    public required Axis Y { get; init; }

    /// <summary>What is drawn, in drawing order.</summary>
    public required IReadOnlyList<Mark> Marks { get; init; }

    /// <summary>Height of the plot without headings and axis labels, in pixels at a width of 700.</summary>
    public required double Height { get; init; }
}

/// <summary>
/// What a colour means: one of a series or, without one, a tone, of which the muted one is that of lines in the background and the
/// reference that of lines from outside the run.
/// </summary>
/// <param name="Label">The meaning.</param>
/// <param name="Series">Number of the series, or null.</param>
/// <param name="Tone">The tone when there is no series.</param>
internal sealed record LegendEntry(string Label, int? Series, Tone Tone = Tone.Ink);

/// <summary>A remark under a picture.</summary>
/// <param name="Text">A full sentence.</param>
/// <param name="IsGrave">True when the picture would mislead without it.</param>
/// <param name="IsWhole">True when none of it may be left out, however long it is.</param>
internal sealed record Note(string Text, bool IsGrave = false, bool IsWhole = false);
