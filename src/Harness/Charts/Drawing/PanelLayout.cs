using FileTransfer.Harness.Charts.Model;

namespace FileTransfer.Harness.Charts.Drawing;

/// <summary>Finds room for the parts of a plot.</summary>
internal static class PanelLayout
{
    private const double HeadingHeight = 25;
    private const double BareHeadingHeight = 27;
    private const double TickHeight = 20;
    private const double AxisTitleHeight = 17;
    private const double TickGap = 8;
    private const double LabelHeight = 16;
    private const double LabelGap = 22;
    private const double SmallestRight = 12;
    private const double RowNameLine = 14;
    private const double LongestHighRowName = 190;
    private const double LongestLabel = 285;

    /// <summary>Room needed left of the plot.</summary>
    public static double Left(Panel panel) =>
        panel.Y.Ticks.Select(tick => Math.Min(TextWidth.Of(tick.Label, TickRole(panel)), LongestRowName(panel))).DefaultIfEmpty(0).Max() + TickGap;

    /// <summary>Room needed right of the plot.</summary>
    public static double Right(Panel panel)
    {
        double labels = Labelled(panel).Select(line => Math.Min(TextWidth.Of(line.Name, TextRole.Label), LongestLabel) + LabelGap + 2).DefaultIfEmpty(0).Max();
        double rows = panel.Marks.OfType<RowTextMark>().Select(text => TextWidth.Of(text.Text, TextRole.Tick) + TickGap).DefaultIfEmpty(0).Max();
        return Math.Max(SmallestRight, Math.Max(labels, rows));
    }

    /// <summary>Height of the whole panel.</summary>
    public static double Height(Panel panel) => Above(panel) + panel.Height + Below(panel);

    /// <summary>Places a panel, given the room left and right of its plot.</summary>
    public static PlacedPanel Place(Panel panel, Box outer, double left, double right)
    {
        Box plot = new(outer.Left + left, outer.Top + Above(panel), outer.Width - left - right, panel.Height);
        PlacedPanel bare = new(panel, plot) { Texts = [], Labels = [] };
        LineLabel[] labels = [.. LineLabels(bare)];
        return bare with
        {
            Labels = labels,
            Texts =
            [
                .. Headings(bare, outer),
                .. VerticalTicks(bare),
                .. HorizontalTicks(bare),
                .. labels.Select(label => new PlacedText(TextWidth.Cut(label.Line.Name, TextRole.Label, LongestLabel), label.X, label.Y + 4.3, Anchor.Start, TextRole.Label) { Tip = label.Line.Tip }),
                .. PanelTexts.Of(bare),
            ],
        };
    }

    private static double Above(Panel panel) =>
        (panel.Title is not null ? HeadingHeight : panel.Y.Title is not null ? BareHeadingHeight : 0) + (panel.X is { IsOnTop: true, Ticks.Count: > 0 } ? TickHeight : 0);

    private static double Below(Panel panel) =>
        (panel.X is { IsOnTop: false, Ticks.Count: > 0 } ? TickHeight : 4) + (panel.X.Title is null ? 0 : AxisTitleHeight);

    // What stands in front of a row is a name, not a value.
    private static TextRole TickRole(Panel panel) => panel.Y.Scale is SlotScale ? TextRole.Label : TextRole.Tick;

    private static IEnumerable<LineMark> Labelled(Panel panel) =>
        panel.Marks.OfType<LineMark>().Where(line => line is { HasLabel: true, Points.Count: > 0 });

    private static IEnumerable<PlacedText> Headings(PlacedPanel placed, Box outer)
    {
        Panel panel = placed.Panel;
        double baseline = outer.Top + 14;
        if ((panel.Title ?? panel.Y.Title) is not { } heading)
        {
            yield break;
        }

        TextRole role = panel.Title is null ? TextRole.AxisTitle : TextRole.Heading;
        double room = outer.Width;
        string title = TextWidth.Cut(heading, role, room);
        yield return new PlacedText(title, outer.Left, baseline, Anchor.Start, role) { Tip = title == heading ? null : heading };
        // A cut number would be another number.
        if (panel.Detail is { } detail && TextWidth.Of(detail, TextRole.AxisTitle) <= room - TextWidth.Of(title, role) - TickGap)
        {
            yield return new PlacedText(detail, outer.Right, baseline, Anchor.End, TextRole.AxisTitle);
        }
    }

    private static IEnumerable<PlacedText> VerticalTicks(PlacedPanel placed) => placed.Panel.Y.Ticks.SelectMany(tick =>
    {
        TextRole role = TickRole(placed.Panel);
        IReadOnlyList<string> lines = TextWidth.Wrap(tick.Label, role, LongestRowName(placed.Panel), LinesOfARow(placed.Panel));
        string? tip = lines.Any(line => line.EndsWith('…')) ? tick.Label : tick.Tip;
        double first = placed.Y(tick.Value) + 4 - ((lines.Count - 1) * RowNameLine / 2);
        return lines.Select((line, index) => new PlacedText(line, placed.Plot.Left - TickGap, first + (index * RowNameLine), Anchor.End, role) { Tip = tip });
    });

    // High rows have names of two lines, so that the plot keeps its width.
    private static int LinesOfARow(Panel panel) => panel.Y.Scale is SlotScale && panel.Height / Math.Max(1, panel.Y.Ticks.Count) >= 2 * RowNameLine ? 2 : 1;

    private static double LongestRowName(Panel panel) => LinesOfARow(panel) == 1 ? LongestLabel : LongestHighRowName;

    private static IEnumerable<PlacedText> HorizontalTicks(PlacedPanel placed)
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
            yield return new PlacedText(title, placed.Plot.Left + (placed.Plot.Width / 2), placed.Plot.Bottom + 16 + AxisTitleHeight, Anchor.Middle, TextRole.AxisTitle);
        }
    }

    private static IEnumerable<LineLabel> LineLabels(PlacedPanel placed)
    {
        LineMark[] lines = [.. Labelled(placed.Panel)];
        double[] wanted = [.. lines.Select(line => Math.Clamp(placed.Y(line.Points[^1].Y), placed.Plot.Top, placed.Plot.Bottom))];
        IReadOnlyList<double> spread = LabelPlacement.Spread(wanted, LabelHeight, placed.Plot.Top - LabelHeight, placed.Plot.Bottom + LabelHeight);
        return lines.Select((line, index) =>
        {
            double end = placed.X(line.Points[^1].X);
            return new LineLabel(line, end, wanted[index], placed.Plot.Right + LabelGap, spread[index], HasGap: end < placed.Plot.Right - LabelGap);
        });
    }
}
