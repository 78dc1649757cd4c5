using System.Text;
using FileTransfer.Results.Charts.Model;

namespace FileTransfer.Results.Charts.Drawing;

/// <summary>Draws many values in order. Where several fall on one column of pixels, their extremes and their median are drawn.</summary>
internal static class TraceDrawing
{
    private const int MostSingles = 600;
    private const int MostColumns = 9_000;
    private const int FewestColumns = 20;
    private const double SingleRadius = 1.9;

    /// <summary>Draws the traces of a picture; a few values become marks of their own.</summary>
    public static void Draw(SvgBuilder svg, PlacedPanel placed, TraceMark trace, TraceLoad load)
    {
        double left = placed.X(trace.Left);
        double width = placed.X(trace.Right) - left;
        svg.Open("g", "class", SeriesStyle.Class(trace.Series));
        if (load.Values <= MostSingles)
        {
            for (int index = 0; index < trace.Values.Count; index++)
            {
                string marker =
                    $"M{N(left + (width * (index + 0.5) / trace.Values.Count) - SingleRadius)} {N(placed.Y(trace.Values[index]))}";
                svg.Shape(
                    "path", trace.Describe(index), "class", "fill mark",
                    "d",
                    $"{marker}a{N(SingleRadius)} {N(SingleRadius)} 0 1 0 {N(2 * SingleRadius)} "
                    + $"0a{N(SingleRadius)} {N(SingleRadius)} 0 1 0 {N(-2 * SingleRadius)} 0z");
            }
        }
        else
        {
            int columns = Math.Min((int)width, Math.Max(FewestColumns, MostColumns / Math.Max(1, load.Traces)));
            DrawColumns(svg, placed, trace, left, width, Math.Max(1, columns));
        }

        svg.Close("g");
    }

    private static void DrawColumns(SvgBuilder svg, PlacedPanel placed, TraceMark trace, double left, double width, int columns)
    {
        StringBuilder spread = new();
        StringBuilder points = new();
        foreach (IGrouping<int, long> column in trace.Values
            .Select((value, index) => (Column: (int)((long)index * columns / trace.Values.Count), Value: value))
            .GroupBy(item => item.Column, item => item.Value))
        {
            long[] sorted = [.. column.Order()];
            string x = N(left + (width * (column.Key + 0.5) / columns));
            string bottom = N(placed.Y(sorted[0]));
            string top = N(placed.Y(sorted[^1]));
            if (bottom != top)
            {
                spread.Append('M').Append(x).Append(' ').Append(bottom).Append('V').Append(top);
            }

            points.Append('M').Append(x).Append(' ').Append(N(placed.Y(sorted[sorted.Length / 2]))).Append("h0");
        }

        if (spread.Length > 0)
        {
            svg.Shape("path", trace.Tip, "class", "spread", "d", spread.ToString());
        }

        svg.Shape("path", trace.Tip, "class", "points mark", "d", points.ToString());
    }

    private static string N(double value) => SvgBuilder.Number(value);
}
