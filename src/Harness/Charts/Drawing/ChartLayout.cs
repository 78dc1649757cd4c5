using FileTransfer.Harness.Charts.Model;

namespace FileTransfer.Harness.Charts.Drawing;

/// <summary>Where everything in a picture goes.</summary>
internal sealed class ChartLayout
{
    /// <summary>Width of every picture, in pixels.</summary>
    public const double Width = 700;

    private const double Margin = 16;
    private const double TitleLine = 22;
    private const double SubtitleLine = 16;
    private const double LegendLine = 19;
    private const double NoteLine = 16;
    private const double KeyWidth = 26;
    private const double LegendGap = 14;
    private const double PanelGap = 14;
    private const int MostTitleLines = 3;
    private const int MostNoteLines = 4;

    private readonly List<PlacedText> _texts = [];
    private readonly List<PlacedPanel> _panels = [];
    private readonly List<PlacedKey> _keys = [];

    private ChartLayout(ChartModel model)
    {
        double y = Margin;
        y = AddLines(WholeClauses(model.Title), TextRole.Title, TitleLine, MostTitleLines, y);
        y = AddLines(model.Subtitle, TextRole.Subtitle, SubtitleLine, MostTitleLines, y + 2);
        y = AddLegend(model.Legend, y + 8);
        y = AddPanels(model, y + 6);
        y = AddNotes(model.Notes, y + 8);
        Height = Math.Ceiling(y + Margin - 4);
    }

    /// <summary>Height of the picture, in pixels.</summary>
    public double Height { get; }

    /// <summary>The plots.</summary>
    public IReadOnlyList<PlacedPanel> Panels => _panels;

    /// <summary>The keys of the legend.</summary>
    public IReadOnlyList<PlacedKey> Keys => _keys;

    /// <summary>Every text in the picture.</summary>
    public IEnumerable<PlacedText> Texts => _texts.Concat(_panels.SelectMany(panel => panel.Texts));

    private static double Inner => Width - (2 * Margin);

    /// <summary>Lays out a picture.</summary>
    public static ChartLayout Of(ChartModel model) => new(model);

    /// <summary>Of a title of several findings as many as fit: half a finding would say something else.</summary>
    private static string WholeClauses(string title)
    {
        while (title.LastIndexOf("; ", StringComparison.Ordinal) is var end and > 0 && TextWidth.Wrap(title, TextRole.Title, Inner).Count > MostTitleLines)
        {
            title = title[..end];
        }

        return title;
    }

    private double AddLines(string text, TextRole role, double height, int most, double y)
    {
        IReadOnlyList<string> lines = TextWidth.Wrap(text, role, Inner, most);
        bool isCut = lines.Count > 0 && lines[^1].EndsWith('…');
        foreach (string line in lines)
        {
            _texts.Add(new PlacedText(line, Margin, y + role.Size, Anchor.Start, role) { Tip = isCut ? text : null });
            y += height;
        }

        return y;
    }

    private double AddLegend(IReadOnlyList<LegendEntry> legend, double y)
    {
        if (legend.Count == 0)
        {
            return y;
        }

        // In columns, which are read downwards one after the other, because the entries have an order.
        string[] labels = [.. legend.Select(entry => TextWidth.Cut(entry.Label, TextRole.Label, Inner - KeyWidth))];
        double widest = KeyWidth + LegendGap + labels.Max(label => TextWidth.Of(label, TextRole.Label));
        int columns = Math.Clamp((int)((Inner + LegendGap) / widest), 1, legend.Count);
        int rows = (legend.Count + columns - 1) / columns;
        for (int index = 0; index < legend.Count; index++)
        {
            double x = Margin + (index / rows * widest);
            double top = y + (index % rows * LegendLine);
            _keys.Add(new PlacedKey(legend[index], x, top + 8));
            _texts.Add(new PlacedText(labels[index], x + KeyWidth, top + 12.5, Anchor.Start, TextRole.Label));
        }

        return y + (rows * LegendLine);
    }

    private double AddPanels(ChartModel model, double y)
    {
        if (model.Panels.Count == 0)
        {
            return y;
        }

        // The same room beside every plot lines them up.
        double left = model.Panels.Max(PanelLayout.Left);
        double right = model.Panels.Max(PanelLayout.Right);
        double width = (Inner - (PanelGap * (model.Columns - 1))) / model.Columns;
        foreach (Panel[] row in model.Panels.Chunk(model.Columns))
        {
            double height = row.Max(PanelLayout.Height);
            for (int column = 0; column < row.Length; column++)
            {
                Box outer = new(Margin + (column * (width + PanelGap)), y, width, height);
                _panels.Add(PanelLayout.Place(row[column], outer, left, right));
            }

            y += height + PanelGap;
        }

        return y - PanelGap;
    }

    private double AddNotes(IReadOnlyList<Note> notes, double y)
    {
        foreach (Note note in notes)
        {
            y = AddLines(note.Text, note.IsGrave ? TextRole.GraveNote : TextRole.Note, NoteLine, note.IsWhole ? int.MaxValue : MostNoteLines, y) + 4;
        }

        return y;
    }
}
