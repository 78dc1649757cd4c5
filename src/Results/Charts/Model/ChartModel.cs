
namespace FileTransfer.Results.Charts.Model;

/// <summary>The content of one picture, independent of how it is drawn.</summary>
internal sealed record ChartModel
{
    /// <summary>Name of the file without its extension, and prefix of every XML id inside it.</summary>
    public required string Id { get; init; }

    /// <summary>The finding that the picture shows: a sentence without a full stop.</summary>
    public required string Title { get; init; }

    /// <summary>Machine, kernel, runtime, date and number of samples.</summary>
    public required string Subtitle { get; init; }

    /// <summary>What the picture shows and how to read it, for screen readers.</summary>
    public required string Description { get; init; }

    /// <summary>The plots, in reading order.</summary>
    public required IReadOnlyList<Panel> Panels { get; init; }

    /// <summary>Number of panels beside each other.</summary>
    public int Columns { get; init; } = 1;

    /// <summary>Meaning of the colours, where the plots have no labels for them.</summary>
    public IReadOnlyList<LegendEntry> Legend { get; init; } = [];

    /// <summary>Notes below the picture, the most important first.</summary>
    public IReadOnlyList<Note> Notes { get; init; } = [];
}
