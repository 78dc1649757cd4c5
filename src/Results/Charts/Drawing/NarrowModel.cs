using FileTransfer.Results.Charts.Model;

namespace FileTransfer.Results.Charts.Drawing;

/// <summary>Rearranges a model for a narrow picture.</summary>
internal static class NarrowModel
{
    // With more columns, a ratio and its interval would not fit into a cell.
    private const int MostColumns = 4;

    /// <summary>The model in one column, with the names of its lines in the legend.</summary>
    public static ChartModel Of(ChartModel model) => model with
    {
        Columns = 1,
        Legend = [.. NamesOfLines(model), .. model.Legend],
        Panels = [.. model.Panels.SelectMany(Split)],
    };

    // In the order in which the lines end, the highest first. A grey line is named in the title or a note.
    private static IEnumerable<LegendEntry> NamesOfLines(ChartModel model) => model.Panels
        .SelectMany(panel => panel.Marks)
        .OfType<LineMark>()
        .Where(line => line is { HasLabel: true, IsQuiet: false, Points.Count: > 0 })
        .OrderByDescending(line => line.Points[^1].Y)
        .DistinctBy(line => (line.Name, line.Series))
        .Select(line => new LegendEntry(line.Name, line.Series, Tone.Reference));

    private static IEnumerable<Panel> Split(Panel panel)
    {
        if (panel.X.Scale is not SlotScale { Count: > MostColumns } columns)
        {
            return [panel];
        }

        int plots = (columns.Count + MostColumns - 1) / MostColumns;
        return Enumerable.Range(0, columns.Count).Chunk((columns.Count + plots - 1) / plots).Select(chunk => panel with
        {
            X = panel.X with
            {
                Scale = new SlotScale(chunk.Length),
                Ticks = [.. panel.X.Ticks
                    .Where(tick => chunk.Contains((int)tick.Value))
                    .Select(tick => tick with { Value = tick.Value - chunk[0] })],
            },
            Marks = [.. panel.Marks
                .OfType<CellMark>()
                .Where(cell => chunk.Contains(cell.Column))
                .Select(cell => cell with { Column = cell.Column - chunk[0] })],
        });
    }
}
