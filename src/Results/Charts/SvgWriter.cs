using FileTransfer.Results.Charts.Drawing;
using FileTransfer.Results.Charts.Model;

namespace FileTransfer.Results.Charts;

/// <summary>Draws a model as a self-contained <c>svg</c> element; the same model gives the same bytes.</summary>
/// <remarks>
/// The root has the class <c>chart</c> and the id <c>&lt;model id&gt;-svg</c>, or <c>&lt;model id&gt;-narrow-svg</c> when it is laid
/// out for a phone. Colours follow the reader's preference for light or dark, unless the page says <c>data-theme="light"</c> or
/// <c>data-theme="dark"</c> on an element around the picture.
/// </remarks>
internal static class SvgWriter
{
    private const string Namespace = "http://www.w3.org/2000/svg";

    /// <summary>A complete <c>svg</c> element without an XML prolog, usable as a file and inside an HTML page.</summary>
    public static string Write(ChartModel model) => Write(model, PictureFormat.Wide);

    /// <summary>The same, laid out for a width.</summary>
    internal static string Write(ChartModel model, PictureFormat format)
    {
        var layout = ChartLayout.Of(model, format);
        string rootId = $"{model.Id}{format.Suffix}-svg";
        string titleId = $"{model.Id}{format.Suffix}-title";
        string descriptionId = $"{model.Id}{format.Suffix}-desc";
        string width = SvgBuilder.Number(layout.Width);
        string height = SvgBuilder.Number(layout.Height);
        var svg = new SvgBuilder();
        svg.Open(
            "svg", "xmlns", Namespace, "id", rootId, "class", "chart", "viewBox", $"0 0 {width} {height}",
            "width", width, "height", height, "role", "img", "aria-labelledby", $"{titleId} {descriptionId}");
        svg.Text("title", model.Title, null, "id", titleId);
        svg.Text("desc", model.Description, null, "id", descriptionId);
        svg.Raw($"<style>\n{Stylesheet.For(rootId)}</style>\n");
        svg.Shape("rect", null, "class", "back", "width", width, "height", height);
        TraceMark[] traces = [.. model.Panels.SelectMany(panel => panel.Marks).OfType<TraceMark>()];
        var load = new TraceLoad(traces.Length, traces.Sum(trace => (long)trace.Values.Count));
        foreach (PlacedPanel panel in layout.Panels)
        {
            MarkDrawing.Draw(svg, panel, load);
        }

        foreach (PlacedKey key in layout.Keys)
        {
            DrawKey(svg, key);
        }

        foreach (PlacedText text in layout.Texts)
        {
            string anchor = text.Anchor.ToString().ToLowerInvariant();
            svg.Text(
                "text", text.Text, text.Tip, "class", text.Role.Class, "x", SvgBuilder.Number(text.X),
                "y", SvgBuilder.Number(text.Y), "text-anchor", anchor);
        }

        return svg.Close("svg").ToString();
    }

    private static void DrawKey(SvgBuilder svg, PlacedKey key)
    {
        if (key.Entry.Series is not null || key.Entry.Tone is Tone.Muted or Tone.Reference)
        {
            LineDrawing.DrawKey(svg, key);
            return;
        }

        svg.Shape(
            "rect", null, "class", $"cell {MarkDrawing.Class(key.Entry.Tone)}", "x", SvgBuilder.Number(key.X + 4),
            "y", SvgBuilder.Number(key.Y - 6), "width", "16", "height", "12", "rx", "2");
    }
}
