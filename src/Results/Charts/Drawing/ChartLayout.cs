using FileTransfer.Results.Charts.Model;

namespace FileTransfer.Results.Charts.Drawing;

/// <summary>Where everything in a picture goes.</summary>
internal sealed class ChartLayout
{
    private const double TitleLine = 22;
    private const double SubtitleLine = 16;
    private const double LegendLine = 19;
    private const double NoteLine = 16;
    private const double KeyWidth = 26;
    private const double LegendGap = 14;
    private const double PanelGap = 14;

    private readonly PictureFormat _format;
    private readonly List<PlacedText> _texts = [];
    private readonly List<PlacedPanel> _panels = [];
    private readonly List<PlacedKey> _keys = [];

    private ChartLayout(ChartModel model, PictureFormat format)
    {
        _format = format;
        double y = format.Margin;
        y = AddLines(WholeClauses(model.Title), TextRole.Title, TitleLine, format.MostTitleLines, y);
        y = AddLines(model.Subtitle, TextRole.Subtitle, SubtitleLine, format.MostTitleLines, y + 2);
        y = AddLegend(model.Legend, y + 8);
        y = AddPanels(model, y + 6);
        y = AddNotes(model.Notes, y + 8);
        Height = Math.Ceiling(y + format.Margin - 4);
    }

    /// <summary>Width of the picture, in pixels.</summary>
    public double Width => _format.Width;

    /// <summary>Height of the picture, in pixels.</summary>
    public double Height { get; }

    /// <summary>The plots.</summary>
    public IReadOnlyList<PlacedPanel> Panels => _panels;

    /// <summary>The keys of the legend.</summary>
    public IReadOnlyList<PlacedKey> Keys => _keys;

    /// <summary>Every text in the picture.</summary>
    public IEnumerable<PlacedText> Texts => _texts.Concat(_panels.SelectMany(panel => panel.Texts));

    /// <summary>Lays out a picture.</summary>
    public static ChartLayout Of(ChartModel model, PictureFormat format) => new(format.IsNarrow ? NarrowModel.Of(model) : model, format);

    /// <summary>Of a title of several findings as many as fit: half a finding would say something else.</summary>
    private string WholeClauses(string title)
    {
        while (title.LastIndexOf("; ", StringComparison.Ordinal) is var end and > 0
            && TextWidth.Wrap(title, TextRole.Title, _format.Inner).Count > _format.MostTitleLines)
        {
            title = title[..end];
        }

        return title;
    }

    private double AddLines(string text, TextRole role, double height, int most, double y)
    {
        IReadOnlyList<string> lines = TextWidth.Wrap(text, role, _format.Inner, most);
        bool isCut = lines.Count > 0 && lines[^1].EndsWith('…');
        foreach (string line in lines)
        {
            _texts.Add(new PlacedText(line, _format.Margin, y + role.Size, Anchor.Start, role) { Tip = isCut ? text : null });
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
        IReadOnlyList<string>[] labels = [.. legend.Select(entry => TextWidth.Wrap(entry.Label, TextRole.Label, _format.Inner - KeyWidth))];
        double widest = KeyWidth + LegendGap + labels
            .SelectMany(lines => lines)
            .Select(line => TextWidth.Of(line, TextRole.Label))
            .DefaultIfEmpty(0)
            .Max();
        int columns = Math.Clamp((int)((_format.Inner + LegendGap) / widest), 1, legend.Count);
        int rows = (legend.Count + columns - 1) / columns;
        double top = y;
        double bottom = y;
        for (int index = 0; index < legend.Count; index++)
        {
            top = index % rows == 0 ? y : top;
            double x = _format.Margin + (index / rows * widest);
            _keys.Add(new PlacedKey(legend[index], x, top + 8));
            foreach (string line in labels[index])
            {
                _texts.Add(new PlacedText(line, x + KeyWidth, top + 12.5, Anchor.Start, TextRole.Label));
                top += LegendLine;
            }

            bottom = Math.Max(bottom, top);
        }

        return bottom;
    }

    private double AddPanels(ChartModel model, double y)
    {
        if (model.Panels.Count == 0)
        {
            return y;
        }

        // The same room beside every plot lines them up.
        double left = model.Panels.Max(panel => PanelLayout.Left(panel, _format));
        double right = model.Panels.Max(panel => PanelLayout.Right(panel, _format));
        double width = (_format.Inner - (PanelGap * (model.Columns - 1))) / model.Columns;
        foreach (Panel[] row in model.Panels.Chunk(model.Columns))
        {
            double height = row.Max(panel => PanelLayout.Height(panel, width, _format));
            for (int column = 0; column < row.Length; column++)
            {
                Box outer = new(_format.Margin + (column * (width + PanelGap)), y, width, height);
                _panels.Add(PanelLayout.Place(row[column], outer, left, right, _format));
            }

            y += height + PanelGap;
        }

        return y - PanelGap;
    }

    private double AddNotes(IReadOnlyList<Note> notes, double y)
    {
        foreach (Note note in notes)
        {
            y = AddLines(
                note.Text,
                note.IsGrave ? TextRole.GraveNote : TextRole.Note,
                NoteLine,
                note.IsWhole ? int.MaxValue : _format.MostNoteLines,
                y) + 4;
        }

        return y;
    }
}
