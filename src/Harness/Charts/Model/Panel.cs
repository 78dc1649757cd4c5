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
