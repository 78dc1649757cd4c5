namespace FileTransfer.Results.Charts.Model;

/// <summary>One plot: two axes and the marks between them.</summary>
internal sealed record Panel
{
    /// <summary>Heading, or null for the title of the vertical axis.</summary>
    public string? Title { get; init; }

    /// <summary>Text in small print to the right of the heading, or null.</summary>
    public string? Detail { get; init; }

    /// <summary>The horizontal axis.</summary>
    public required Axis X { get; init; }

    /// <summary>The vertical axis.</summary>
    public required Axis Y { get; init; }

    /// <summary>The marks, in drawing order.</summary>
    public required IReadOnlyList<Mark> Marks { get; init; }

    /// <summary>Height of the plot without headings and axis labels, in pixels at a width of 700.</summary>
    public required double Height { get; init; }
}

/// <summary>
/// The meaning of a colour: of a series or, without a series, of a tone. The muted tone stands for lines in the background.
/// </summary>
/// <param name="Label">The meaning.</param>
/// <param name="Series">Number of the series, or null.</param>
/// <param name="Tone">The tone when there is no series.</param>
internal sealed record LegendEntry(string Label, int? Series, Tone Tone = Tone.Ink);

/// <summary>A note below a picture.</summary>
/// <param name="Text">A full sentence.</param>
/// <param name="IsGrave">True when the picture would mislead without the note.</param>
/// <param name="IsWhole">True when the note may not be shortened, however long it is.</param>
internal sealed record Note(string Text, bool IsGrave = false, bool IsWhole = false);
