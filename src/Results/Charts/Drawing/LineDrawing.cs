using System.Text;
using FileTransfer.Results.Charts.Model;

namespace FileTransfer.Results.Charts.Drawing;

/// <summary>Draws lines, their bands, their markers and the keys of their names.</summary>
internal static class LineDrawing
{
    private const double MarkerRadius = 3.8;
    private const double QuietRadius = 2.2;
    private const string ReferenceClass = "reference";
    private const string QuietClass = "axis quiet";
    private const string ReferenceDash = "1 4";

    /// <summary>The bands, which lie below all lines.</summary>
    public static void DrawBand(SvgBuilder svg, PlacedPanel placed, LineMark line)
    {
        foreach (LinePoint[] run in Runs(line.Points.Where(point => point is { Lower: not null, Upper: not null })))
        {
            string? tip = run.Length == 1 ? run[0].Tip : null;
            if (run.Length == 1)
            {
                double x = placed.X(run[0].X);
                svg.Shape(
                    "path", tip, "class", $"whisker {Class(line)}",
                    "d", $"M{N(x)} {N(placed.Y(run[0].Lower!.Value))}V{N(placed.Y(run[0].Upper!.Value))}");
                continue;
            }

            IEnumerable<string> upper = run.Select(point => $"{N(placed.X(point.X))} {N(placed.Y(point.Upper!.Value))}");
            IEnumerable<string> lower = run.Reverse().Select(point => $"{N(placed.X(point.X))} {N(placed.Y(point.Lower!.Value))}");
            svg.Shape("path", line.Tip, "class", $"band {Class(line)}", "d", $"M{string.Join('L', upper.Concat(lower))}z");
        }
    }

    /// <summary>The line and its markers.</summary>
    public static void DrawLine(SvgBuilder svg, PlacedPanel placed, LineMark line)
    {
        svg.Open("g", "class", $"series {Class(line)}", "data-series", line.Name);
        StringBuilder path = new();
        foreach (LinePoint[] run in Runs(line.Points).Where(run => run.Length > 1))
        {
            path.Append('M').AppendJoin('L', run.Select(point => $"{N(placed.X(point.X))} {N(placed.Y(point.Y))}"));
        }

        if (path.Length > 0)
        {
            svg.Shape("path", null, "class", "line", "stroke-dasharray", line.IsQuiet ? "none" : Dash(line.Series), "d", path.ToString());
            // A thin line is hard to point at, so a wider, invisible line takes the pointer.
            svg.Shape("path", line.Tip, "class", "hit", "d", path.ToString());
        }

        foreach (LinePoint point in line.Points.Where(point => point.Tip is not null))
        {
            (int style, double radius) = line switch
            {
                { IsQuiet: true } => (0, QuietRadius),
                { Series: { } series } => (series, MarkerRadius),
                _ => (0, MarkerRadius * 0.6),
            };
            string marker = SeriesStyle.Marker(style, placed.X(point.X), placed.Y(point.Y), radius);
            svg.Shape("path", point.Tip, "class", "dot mark", "d", marker);
        }

        svg.Close("g");
    }

    /// <summary>The thread that leads from the end of a line to its name.</summary>
    public static void DrawLabel(SvgBuilder svg, LineLabel label) =>
        svg.Shape(
            "path", null, "class", $"leader {Class(label.Line)}", "stroke-dasharray", label.HasGap ? "1 3" : "none",
            "d", $"M{N(label.FromX)} {N(label.FromY)}L{N(label.X - 6)} {N(label.Y)}H{N(label.X - 3)}");

    /// <summary>The sample of a line in a legend: of a series, from outside the run, or in the background.</summary>
    public static void DrawKey(SvgBuilder svg, PlacedKey key)
    {
        bool isQuiet = key.Entry is { Series: null, Tone: Tone.Muted };
        int style = key.Entry.Series ?? 0;
        string css = isQuiet ? QuietClass : key.Entry.Series is { } series ? SeriesStyle.Class(series) : ReferenceClass;
        string dash = isQuiet ? "none" : Dash(key.Entry.Series);
        string marker = SeriesStyle.Marker(style, key.X + 10.5, key.Y, isQuiet ? QuietRadius : MarkerRadius);
        svg.Open("g", "class", css);
        svg.Shape("path", null, "class", "line", "stroke-dasharray", dash, "d", $"M{N(key.X)} {N(key.Y)}h21");
        svg.Shape("path", null, "class", "dot", "d", marker);
        svg.Close("g");
    }

    private static string Class(LineMark line) => line switch
    {
        { IsQuiet: true } => QuietClass,
        { Series: { } series } => SeriesStyle.Class(series),
        _ => ReferenceClass,
    };

    private static string Dash(int? number) => number is { } series ? SeriesStyle.Dash(series) : ReferenceDash;

    private static IEnumerable<LinePoint[]> Runs(IEnumerable<LinePoint> points)
    {
        List<LinePoint> run = [];
        foreach (LinePoint point in points)
        {
            if (!point.IsJoined && run.Count > 0)
            {
                yield return [.. run];
                run.Clear();
            }

            run.Add(point);
        }

        if (run.Count > 0)
        {
            yield return [.. run];
        }
    }

    private static string N(double value) => SvgBuilder.Number(value);
}
