using System.Globalization;
using System.Text;

namespace FileTransfer.Results.Charts.Drawing;

/// <summary>The styles of a picture, valid only inside it, however many pictures a page holds.</summary>
internal static class Stylesheet
{
    private const string Fonts = "-apple-system,\"Segoe UI\",Roboto,\"Helvetica Neue\",Arial,\"Liberation Sans\",sans-serif";

    /// <summary>CSS for the picture whose root has this id.</summary>
    public static string For(string rootId)
    {
        StringBuilder css = new();
        string light = Properties(Palette.LightSeries, isDark: false);
        string dark = Properties(Palette.DarkSeries, isDark: true);

        // A page's own choice (data-theme) is more specific than the reader's, and paper is always light.
        Rule(css, $"#{rootId}", light);
        Rule(css, $"@media (prefers-color-scheme:dark){{#{rootId}", dark, "}");
        Rule(css, $"[data-theme=dark] #{rootId}", dark);
        Rule(css, $"[data-theme=light] #{rootId}", light);
        Rule(css, $"@media print{{#{rootId},[data-theme] #{rootId}", light, "}");
        Rule(css, $"#{rootId} text", $"font-family:{Fonts};fill:var(--ink)");
        foreach (TextRole role in TextRole.All)
        {
            string weight = role.IsBold ? ";font-weight:600" : string.Empty;
            string muted = role == TextRole.Subtitle || role == TextRole.AxisTitle || role == TextRole.Tick || role == TextRole.Note
                ? ";fill:var(--muted)"
                : string.Empty;
            Rule(css, $"#{rootId} .{role.Class}", string.Create(CultureInfo.InvariantCulture, $"font-size:{role.Size}px{weight}{muted}"));
        }

        for (int color = 0; color < Palette.LightSeries.Count; color++)
        {
            Rule(css, $"#{rootId} .s{color}", $"--c:var(--s{color})");
        }

        foreach ((string name, string _, string _) in Palette.Others)
        {
            Rule(css, $"#{rootId} .{name}", $"--c:var(--{name})");
        }

        foreach ((string selector, string declarations) in (ReadOnlySpan<(string, string)>)
        [
            (".line", "fill:none;stroke:var(--c);stroke-width:2;stroke-linejoin:round;stroke-linecap:round"),
            (".band", "fill:var(--c);fill-opacity:.1;stroke:var(--c);stroke-opacity:.35;stroke-width:.7"),
            (".whisker", "stroke:var(--c);stroke-opacity:.35;stroke-width:5;fill:none"),
            (".dot", "fill:var(--c);stroke:var(--surface);stroke-width:1.2"),
            (".fill", "fill:var(--c)"),
            (".cell", "fill:var(--c);stroke:var(--grid)"),
            (".ring", "fill:var(--surface);stroke:var(--c);stroke-width:2.2"),
            (".wedge", "fill:var(--muted)"),
            (".segment", "stroke:var(--c);stroke-width:1.8;stroke-linecap:round"),
            (".spread", "fill:none;stroke:var(--c);stroke-width:1"),
            (".points", "fill:none;stroke:color-mix(in srgb,var(--c) 35%,var(--ink));stroke-width:2.2;stroke-linecap:round"),
            (".leader", "fill:none;stroke:var(--c);stroke-opacity:.8;stroke-width:1"),
            (".grid-line", "stroke:var(--grid);stroke-width:1"),
            (".axis-line", "stroke:var(--axis);stroke-width:1"),
            (".back", "fill:var(--surface)"),
            // Beside many lines, bands without edges.
            (".panel:has(.quiet) .band", "stroke:none"),
            (".quiet .line", "stroke-width:1"),
            (".quiet .dot", "stroke:none"),
            (".hit", "fill:none;stroke:none;stroke-width:8;pointer-events:stroke"),
            // A line that is pointed at comes to the fore with its band: all else fades, and a grey line takes the colour of text.
            (".quiet:hover", "--c:var(--ink)"),
            (".series:hover .line", "stroke-width:3.5"),
            (".panel:has(.series:hover) .series:not(:hover)", "opacity:.25"),
            (".panel:has(.series:hover) .band", "opacity:.25"),
            (".panel:has(.series:hover) .leader", "opacity:.25"),
        ])
        {
            Rule(css, $"#{rootId} {selector}", declarations);
        }

        for (int color = 0; color < Palette.LightSeries.Count; color++)
        {
            Rule(css, $"#{rootId} .panel:has(.s{color}:hover) .s{color}.band", "opacity:1;fill-opacity:.25");
            Rule(css, $"#{rootId} .panel:has(.s{color}:hover) .s{color}.leader", "opacity:1");
        }

        return css.ToString();
    }

    private static void Rule(StringBuilder css, string selector, string declarations, string end = "") =>
        css.Append(selector).Append('{').Append(declarations).Append('}').Append(end).Append('\n');

    private static string Properties(IReadOnlyList<string> series, bool isDark) => string.Join(';', [
        .. series.Select((color, index) => $"--s{index}:{color}"),
        .. Palette.Others.Select(color => $"--{color.Name}:{(isDark ? color.Dark : color.Light)}")]);
}
