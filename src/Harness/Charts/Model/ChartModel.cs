
namespace FileTransfer.Harness.Charts.Model;

/// <summary>One picture, without a thought of how it is drawn.</summary>
internal sealed record ChartModel
{
    /// <summary>Name of the file without its extension, and prefix of every XML id inside it.</summary>
    public required string Id { get; init; }

    /// <summary>What the picture shows to be so: a sentence without a full stop.</summary>
    public required string Title { get; init; }

    /// <summary>Machine, kernel, runtime, date and number of samples.</summary>
    public required string Subtitle { get; init; }

    /// <summary>What is drawn and how to read it, for those who do not see it.</summary>
    public required string Description { get; init; }

    /// <summary>The plots, in reading order.</summary>
    public required IReadOnlyList<Panel> Panels { get; init; }

    /// <summary>Panels beside each other.</summary>
    public int Columns { get; init; } = 1;

    /// <summary>What the colours mean, where the plots do not say it themselves.</summary>
    public IReadOnlyList<LegendEntry> Legend { get; init; } = [];

    /// <summary>What a reader must know beside the picture, the gravest first.</summary>
    public IReadOnlyList<Note> Notes { get; init; } = [];
}
