using FileTransfer.Harness.Charts.Model;
using FileTransfer.Harness.Charts.Sources;
using FileTransfer.Harness.Results;

namespace FileTransfer.Harness.Charts;

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
    public IReadOnlyList<ChartModel> Build(RunResult run) => Build(run, []);

    /// <inheritdoc/>
    public IReadOnlyList<ChartModel> Build(RunResult run, IReadOnlyList<ReferenceLine> references)
    {
        IReadOnlyList<Series> all = Series.Of(run);
        Series[] shown = [.. all.Where(one => one.Measured.Any(measurement => Quantity.Value(measurement) is not null))];
        if (all.Count == 0 || (shown.Length == 0 && all.Any(one => one.Measured.Count > 0)))
        {
            return [];
        }

        IReadOnlyList<long> sizes = Series.Sizes(shown);
        ReferenceLine[] known = [.. references
            .Select(reference => reference with { Points = [.. reference.Points.Where(point => sizes.Contains(point.SizeBytes))] })
            .Where(reference => reference.Points.Count > 0)];
        return
        [
            new ChartModel
            {
                Id = Name,
                Title = shown.Length == 0 ? "Nothing was measured" : Title(run, shown),
                Subtitle = RunCaption.Of(run, shown.SelectMany(one => one.Measured)),
                Description = Reading(run),
                Panels = shown.Length == 0 ? [] : [BySizePanel.Of(shown, Quantity, [.. References(run, shown, known)])],
                Legend = BySizePanel.Legend(shown),
                Notes =
                [
                    .. RunNotes.Of(run, all, Series.Sizes(all)),
                    .. BySizePanel.Quiet(shown),
                    .. Notes(run),
                    .. known.Select(reference => new Note($"{reference.Name}: measured outside this run.")),
                    new Note(Reading(run)),
                ],
            },
        ];
    }

    /// <summary>The main finding, as the title of the chart.</summary>
    private protected abstract string Title(RunResult run, IReadOnlyList<Series> series);

    /// <summary>Reference lines, from outside the run, that this chart draws.</summary>
    private protected virtual IEnumerable<LineMark> References(RunResult run, IReadOnlyList<Series> series, IReadOnlyList<ReferenceLine> references) => [];

    /// <summary>Further notes below the chart.</summary>
    private protected virtual IEnumerable<Note> Notes(RunResult run) => [];
}
