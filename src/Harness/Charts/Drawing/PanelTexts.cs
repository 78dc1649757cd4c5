using FileTransfer.Harness.Charts.Model;

namespace FileTransfer.Harness.Charts.Drawing;

/// <summary>Places the words that belong to marks: those of rows and of cells.</summary>
internal static class PanelTexts
{
    private const double RowGap = 6;
    private const double CellPadding = 3;
    private const string NoRoom = "–";

    /// <summary>All of them.</summary>
    public static IEnumerable<PlacedText> Of(PlacedPanel placed) => placed.Panel.Marks.SelectMany(mark => mark switch
    {
        RowTextMark text => [new PlacedText(text.Text, placed.X(text.At) + RowGap, placed.Y(text.Row) + 4, Anchor.Start, TextRole.Tick) { Tip = text.Tip }],
        CellMark cell => Cell(cell, placed.Cell(cell.Column, cell.Row)),
        _ => Enumerable.Empty<PlacedText>(),
    });

    // What does not fit is left to the pointer and to the notes: a cut number would be another number.
    private static IEnumerable<PlacedText> Cell(CellMark cell, Box box)
    {
        double middle = box.Left + (box.Width / 2);
        double center = box.Top + (box.Height / 2);
        bool hasDetail = cell.Detail is not null && TextWidth.Of(cell.Detail, TextRole.CellDetail) <= box.Width - (2 * CellPadding);
        double room = box.Width - (2 * CellPadding);
        TextRole role = cell.Tone == Tone.Missing ? TextRole.Tick : TextRole.Cell;
        string text = TextWidth.Of(cell.Text, role) <= room ? cell.Text : NoRoom;
        yield return new PlacedText(text, middle, center + (hasDetail ? -1.5 : 4.5), Anchor.Middle, role) { Tip = cell.Tip };
        if (hasDetail)
        {
            yield return new PlacedText(cell.Detail!, middle, center + 11.5, Anchor.Middle, TextRole.CellDetail) { Tip = cell.Tip };
        }
    }
}
