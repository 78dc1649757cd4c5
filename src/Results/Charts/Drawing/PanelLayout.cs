using FileTransfer.Results.Charts.Model;

namespace FileTransfer.Results.Charts.Drawing;

/// <summary>Finds room for the parts of a plot.</summary>
internal static class PanelLayout
{
    private const double TickHeight = 20;
    private const double AxisTitleHeight = 17;
    private const double TickGap = 8;
    private const double LabelHeight = 16;
    private const double LabelGap = 22;
    private const double SmallestRight = 12;
    private const double RowNameLine = 14;
    private const double RowNameHeight = 18;
    private const double LongestHighRowName = 190;
    private const double LongestLabel = 285;

    /// <summary>Room needed left of the plot.</summary>
    public static double Left(Panel panel, PictureFormat format) => NameHeight(panel, format) > 0
        ? 0
        : TickGap + Widest(panel.Y.Ticks.Select(tick => Math.Min(TextWidth.Of(tick.Label, TickRole(panel)), LongestRowName(panel))));

    /// <summary>Room needed right of the plot.</summary>
    public static double Right(Panel panel, PictureFormat format)
    {
        double labels = Widest(
            Labelled(panel, format).Select(line => LabelGap + 2 + Math.Min(TextWidth.Of(line.Name, TextRole.Label), LongestLabel)));
        double rows = Widest(panel.Marks.OfType<RowTextMark>().Select(text => TickGap + TextWidth.Of(text.Text, TextRole.Tick)));
        double least = panel.X.Scale is SlotScale && format.IsNarrow ? 0 : SmallestRight;
        return Math.Max(least, Math.Max(labels, rows));
    }

    /// <summary>Height of the whole panel at a width.</summary>
    public static double Height(Panel panel, double width, PictureFormat format) =>
        Above(panel, width) + PlotHeight(panel, format) + Below(panel);

    /// <summary>Places a panel, given the room left and right of its plot.</summary>
    public static PlacedPanel Place(Panel panel, Box outer, double left, double right, PictureFormat format)
    {
        Box plot = new(outer.Left + left, outer.Top + Above(panel, outer.Width), outer.Width - left - right, PlotHeight(panel, format));
        PlacedPanel bare = new(panel, plot) { Texts = [], Labels = [], NameHeight = NameHeight(panel, format) };
        LineLabel[] labels = [.. LineLabels(bare, format)];
        return bare with
        {
            Labels = labels,
            Texts =
            [
                .. PanelHeading.Of(panel, outer),
                .. bare.NameHeight > 0 ? RowNames(bare, outer) : VerticalTicks(bare),
                .. HorizontalTicks(bare, outer),
                .. labels.Select(Name),
                .. PanelTexts.Of(bare),
            ],
        };
    }

    private static double Widest(IEnumerable<double> widths) => widths.DefaultIfEmpty(0).Max();

    private static PlacedText Name(LineLabel label)
    {
        string name = TextWidth.Cut(label.Line.Name, TextRole.Label, LongestLabel);
        return new PlacedText(name, label.X, label.Y + 4.3, Anchor.Start, TextRole.Label) { Tip = label.Line.Tip };
    }

    private static double Above(Panel panel, double width) =>
        PanelHeading.Height(panel, width) + (panel.X is { IsOnTop: true, Ticks.Count: > 0 } ? TickHeight : 0);

    private static double PlotHeight(Panel panel, PictureFormat format) =>
        panel.Height + (NameHeight(panel, format) * panel.Y.Ticks.Count);

    private static double NameHeight(Panel panel, PictureFormat format) =>
        format.IsNarrow && panel.Y.Scale is SlotScale ? RowNameHeight : 0;

    private static double Below(Panel panel) =>
        (panel.X is { IsOnTop: false, Ticks.Count: > 0 } ? TickHeight : 4) + (panel.X.Title is null ? 0 : AxisTitleHeight);

    // What stands in front of a row is a name, not a value.
    private static TextRole TickRole(Panel panel) => panel.Y.Scale is SlotScale ? TextRole.Label : TextRole.Tick;

    private static IEnumerable<LineMark> Labelled(Panel panel, PictureFormat format) => format.IsNarrow
        ? []
        : panel.Marks.OfType<LineMark>().Where(line => line is { HasLabel: true, Points.Count: > 0 });

    private static IEnumerable<PlacedText> RowNames(PlacedPanel placed, Box outer) => placed.Panel.Y.Ticks.Select(tick =>
    {
        string name = TextWidth.Cut(tick.Label, TextRole.Label, outer.Width);
        double baseline = placed.Cell(0, (int)tick.Value).Top - 4;
        return new PlacedText(name, outer.Left, baseline, Anchor.Start, TextRole.Label)
        {
            Tip = name == tick.Label ? tick.Tip : tick.Label,
        };
    });

    private static IEnumerable<PlacedText> VerticalTicks(PlacedPanel placed) => placed.Panel.Y.Ticks.SelectMany(tick =>
    {
        TextRole role = TickRole(placed.Panel);
        IReadOnlyList<string> lines = TextWidth.Wrap(tick.Label, role, LongestRowName(placed.Panel), LinesOfARow(placed.Panel));
        string? tip = lines.Any(line => line.EndsWith('…')) ? tick.Label : tick.Tip;
        double first = placed.Y(tick.Value) + 4 - ((lines.Count - 1) * RowNameLine / 2);
        return lines.Select((line, index) =>
            new PlacedText(line, placed.Plot.Left - TickGap, first + (index * RowNameLine), Anchor.End, role) { Tip = tip });
    });

    // High rows have names of two lines, so that the plot keeps its width.
    private static int LinesOfARow(Panel panel) =>
        panel.Y.Scale is SlotScale && panel.Height / Math.Max(1, panel.Y.Ticks.Count) >= 2 * RowNameLine ? 2 : 1;

    private static double LongestRowName(Panel panel) => LinesOfARow(panel) == 1 ? LongestLabel : LongestHighRowName;

    private static IEnumerable<PlacedText> HorizontalTicks(PlacedPanel placed, Box outer)
    {
        Axis axis = placed.Panel.X;
        double baseline = axis.IsOnTop ? placed.Plot.Top - 7 : placed.Plot.Bottom + 15;
        double taken = double.NegativeInfinity;
        foreach (Tick tick in axis.Ticks)
        {
            PlacedText text = new(tick.Label, placed.X(tick.Value), baseline, Anchor.Middle, TextRole.Tick) { Tip = tick.Tip };
            if (text.Box.Left >= taken)
            {
                taken = text.Box.Right + 4;
                yield return text;
            }
        }

        if (axis.Title is { } title)
        {
            // Below the middle of the plot, unless it would leave the picture there.
            double half = TextWidth.Of(title, TextRole.AxisTitle) / 2;
            double middle = Math.Min(placed.Plot.Left + (placed.Plot.Width / 2), outer.Right - half);
            yield return new PlacedText(title, middle, placed.Plot.Bottom + 16 + AxisTitleHeight, Anchor.Middle, TextRole.AxisTitle);
        }
    }

    private static IEnumerable<LineLabel> LineLabels(PlacedPanel placed, PictureFormat format)
    {
        LineMark[] lines = [.. Labelled(placed.Panel, format)];
        double[] wanted = [.. lines.Select(line => Math.Clamp(placed.Y(line.Points[^1].Y), placed.Plot.Top, placed.Plot.Bottom))];
        IReadOnlyList<double> spread = LabelPlacement.Spread(
            wanted,
            LabelHeight,
            placed.Plot.Top - LabelHeight,
            placed.Plot.Bottom + LabelHeight);
        return lines.Select((line, index) =>
        {
            double end = placed.X(line.Points[^1].X);
            return new LineLabel(
                line,
                end,
                wanted[index],
                placed.Plot.Right + LabelGap,
                spread[index],
                HasGap: end < placed.Plot.Right - LabelGap);
        });
    }
}
