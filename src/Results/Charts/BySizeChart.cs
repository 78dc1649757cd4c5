using FileTransfer.Results.Charts.Model;
using FileTransfer.Results.Charts.Sources;

namespace FileTransfer.Results.Charts;

/// <summary>
/// A chart with one line per strategy over the sizes. A derived chart provides the quantity, the title and the reading notes.
/// </summary>
internal abstract class BySizeChart : IChart
{
    /// <inheritdoc/>
    public abstract string Name { get; }

    /// <summary>Explains in full sentences what the chart shows and how to read it.</summary>
    private protected abstract string Reading(RunResult run);

    /// <summary>The quantity on the vertical axis.</summary>
    private protected abstract Quantity Quantity { get; }

    /// <inheritdoc/>
    public IReadOnlyList<ChartModel> Build(RunResult run)
    {
        IReadOnlyList<Series> all = Series.Of(run);
        Series[] shown = [.. all.Where(one => one.Measured.Any(measurement => Quantity.Value(measurement) is not null))];
        if (all.Count == 0 || (shown.Length == 0 && all.Any(one => one.Measured.Count > 0)))
        {
            return [];
        }

        LineMark[] references = [.. References(run, shown)];
        return
        [
            new ChartModel
            {
                Id = Name,
                Title = shown.Length == 0 ? "Nothing was measured" : Title(run, shown),
                Subtitle = RunCaption.Of(run, shown.SelectMany(one => one.Measured)),
                Description = Reading(run),
                Panels = shown.Length == 0 ? [] : [BySizePanel.Of(shown, Quantity, references)],
                Legend = BySizePanel.Legend(shown),
                Notes =
                [
                    .. RunNotes.Of(run, all, Series.Sizes(all)),
                    .. BySizePanel.Quiet(shown),
                    .. Notes(run),
                    .. references.Any(line => line.Name == NativeLine.Name) ? [new Note(NativeLine.Note)] : Array.Empty<Note>(),
                    new Note(Reading(run)),
                ],
            },
        ];
    }

    /// <summary>The main finding, as the title of the chart.</summary>
    private protected abstract string Title(RunResult run, IReadOnlyList<Series> series);

    /// <summary>Lines to compare the strategies with; none by default.</summary>
    private protected virtual IEnumerable<LineMark> References(RunResult run, IReadOnlyList<Series> series) => [];

    /// <summary>Further notes below the chart.</summary>
    private protected virtual IEnumerable<Note> Notes(RunResult run) => [];
}
