using FileTransfer.Results.Charts.Model;

namespace FileTransfer.Results.Charts.Drawing;

/// <summary>Draws plots: their axes and marks of every kind.</summary>
internal static class MarkDrawing
{
    private const double BarShare = 0.62;
    private const double CellGap = 1;

    /// <summary>Draws a plot without its texts.</summary>
    public static void Draw(SvgBuilder svg, PlacedPanel placed, TraceLoad load)
    {
        svg.Open("g", "class", "panel");
        DrawAxes(svg, placed);
        foreach (LineMark line in placed.Panel.Marks.OfType<LineMark>())
        {
            LineDrawing.DrawBand(svg, placed, line);
        }

        foreach (Mark mark in placed.Panel.Marks)
        {
            Draw(svg, placed, mark, load);
        }

        foreach (LineLabel label in placed.Labels)
        {
            LineDrawing.DrawLabel(svg, label);
        }

        svg.Close("g");
    }

    /// <summary>CSS class of a tone.</summary>
    public static string Class(Tone tone) => tone.ToString().ToLowerInvariant();

    private static void DrawAxes(SvgBuilder svg, PlacedPanel placed)
    {
        Box plot = placed.Plot;
        if (placed.Panel.Y.HasGrid)
        {
            foreach (double y in placed.Panel.Y.Ticks.Select(tick => placed.Y(tick.Value)))
            {
                svg.Shape("path", null, "class", "grid-line", "d", $"M{N(plot.Left)} {N(y)}H{N(plot.Right)}");
            }
        }

        IEnumerable<double> verticals = placed.Panel.X.HasGrid ? placed.Panel.X.Ticks.Select(tick => tick.Value) : [];
        foreach (double x in verticals.Concat(placed.Panel.X.Dividers).Select(placed.X))
        {
            svg.Shape("path", null, "class", "grid-line", "d", $"M{N(x)} {N(plot.Top)}V{N(plot.Bottom)}");
        }

        if (placed.Panel.Y.Scale is not SlotScale)
        {
            svg.Shape("path", null, "class", "axis-line", "d", $"M{N(plot.Left)} {N(plot.Bottom)}H{N(plot.Right)}");
        }
        else if (placed.Panel.X.Scale is not SlotScale)
        {
            svg.Shape("path", null, "class", "axis-line", "d", $"M{N(plot.Left)} {N(plot.Top)}V{N(plot.Bottom)}");
        }
    }

    private static void Draw(SvgBuilder svg, PlacedPanel placed, Mark mark, TraceLoad load)
    {
        switch (mark)
        {
            case LineMark line:
                LineDrawing.DrawLine(svg, placed, line);
                break;
            case TraceMark trace:
                TraceDrawing.Draw(svg, placed, trace, load);
                break;
            case SegmentMark segment:
                svg.Shape(
                    "path", segment.Tip, "class", $"segment {Class(segment.Tone)}",
                    "d", $"M{N(placed.X(segment.X1))} {N(placed.Y(segment.Y1))}L{N(placed.X(segment.X2))} {N(placed.Y(segment.Y2))}");
                break;
            case SymbolMark symbol:
                DrawSymbol(svg, placed, symbol);
                break;
            case BarMark bar:
                DrawBar(svg, placed, bar);
                break;
            case CellMark cell:
                Box box = placed.Cell(cell.Column, cell.Row);
                svg.Shape(
                    "rect", cell.Tip, "class", $"cell mark {Class(cell.Tone)}", "x", N(box.Left + CellGap), "y", N(box.Top + CellGap),
                    "width", N(box.Width - (2 * CellGap)), "height", N(box.Height - (2 * CellGap)), "rx", "3");
                break;
            default:
                break;
        }
    }

    private static void DrawSymbol(SvgBuilder svg, PlacedPanel placed, SymbolMark symbol)
    {
        double x = placed.X(symbol.X);
        if (symbol.Shape == SymbolShape.Wedge)
        {
            double top = placed.Plot.Top;
            svg.Shape("path", symbol.Tip, "class", "wedge mark", "d", $"M{N(x - 3)} {N(top)}H{N(x + 3)}L{N(x)} {N(top + 6)}z");
            return;
        }

        string color = symbol.Series is { } series ? SeriesStyle.Class(series) : Class(Tone.Ink);
        svg.Shape("circle", symbol.Tip, "class", $"ring mark {color}", "cx", N(x), "cy", N(placed.Y(symbol.Y)), "r", "4.6");
    }

    private static void DrawBar(SvgBuilder svg, PlacedPanel placed, BarMark bar)
    {
        Box row = placed.Cell(0, bar.Row);
        double left = placed.X(bar.From);
        double height = row.Height * BarShare;
        svg.Shape(
            "rect", bar.Tip, "class", $"fill mark {Class(bar.Tone)}", "x", N(left),
            "y", N(row.Top + ((row.Height - height) / 2)), "width", N(placed.X(bar.To) - left), "height", N(height));
    }

    private static string N(double value) => SvgBuilder.Number(value);
}
