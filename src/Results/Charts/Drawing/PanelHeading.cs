using FileTransfer.Results.Charts.Model;

namespace FileTransfer.Results.Charts.Drawing;

/// <summary>Places what stands above a plot: its heading, and the small print that the heading adds.</summary>
internal static class PanelHeading
{
    private const double TitleHeight = 25;
    private const double BareHeight = 27;
    private const double Baseline = 14;
    private const double DetailLine = 15;
    private const double DetailGap = 8;

    /// <summary>Room needed, in a panel of this width.</summary>
    public static double Height(Panel panel, double width) => panel switch
    {
        { Title: not null } => TitleHeight + (DetailBelow(panel, width).Count * DetailLine),
        { Y.Title: not null } => BareHeight,
        _ => 0,
    };

    /// <summary>The texts.</summary>
    public static IEnumerable<PlacedText> Of(Panel panel, Box outer)
    {
        double baseline = outer.Top + Baseline;
        if ((panel.Title ?? panel.Y.Title) is not { } heading)
        {
            yield break;
        }

        TextRole role = panel.Title is null ? TextRole.AxisTitle : TextRole.Heading;
        string title = TextWidth.Cut(heading, role, outer.Width);
        yield return new PlacedText(title, outer.Left, baseline, Anchor.Start, role) { Tip = title == heading ? null : heading };
        IReadOnlyList<string> below = DetailBelow(panel, outer.Width);
        if (below.Count == 0 && panel.Detail is { } detail)
        {
            yield return new PlacedText(detail, outer.Right, baseline, Anchor.End, TextRole.AxisTitle);
        }

        foreach (string line in below)
        {
            baseline += DetailLine;
            yield return new PlacedText(line, outer.Left, baseline, Anchor.Start, TextRole.AxisTitle);
        }
    }

    // What does not fit beside the heading goes below it: a cut number would be another number.
    private static IReadOnlyList<string> DetailBelow(Panel panel, double width) =>
        panel is { Title: { } title, Detail: { } detail }
            && TextWidth.Of(title, TextRole.Heading) + DetailGap + TextWidth.Of(detail, TextRole.AxisTitle) > width
            ? TextWidth.Wrap(detail, TextRole.AxisTitle, width)
            : [];
}
