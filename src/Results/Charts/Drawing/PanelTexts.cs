using FileTransfer.Results.Charts.Model;

namespace FileTransfer.Results.Charts.Drawing;

/// <summary>Places the words that belong to marks: those of rows and of cells.</summary>
internal static class PanelTexts
{
    private const double RowGap = 6;
    private const double CellPadding = 3;
    private const string NoRoom = "–";

    /// <summary>All of them.</summary>
    public static IEnumerable<PlacedText> Of(PlacedPanel placed) => Rows(placed).Concat(Cells(placed));

    private static IEnumerable<PlacedText> Rows(PlacedPanel placed) => placed.Panel.Marks.OfType<RowTextMark>().Select(text =>
        new PlacedText(text.Text, placed.X(text.At) + RowGap, placed.Y(text.Row) + 4, Anchor.Start, TextRole.Tick) { Tip = text.Tip });

    // What does not fit is left to the pointer and to the notes: a cut number would be another number. All cells of a plot
    // are set alike, in small print where one needs it, and with their details or without.
    private static IEnumerable<PlacedText> Cells(PlacedPanel placed)
    {
        CellMark[] cells = [.. placed.Panel.Marks.OfType<CellMark>()];
        double room = cells.Select(cell => placed.Cell(cell.Column, cell.Row).Width).DefaultIfEmpty(0).Min() - (2 * CellPadding);
        bool isSmall = cells.Any(
            cell => TextWidth.Of(cell.Text, Role(cell)) > room && TextWidth.Of(cell.Text, TextRole.CellDetail) <= room);
        bool hasDetails = !isSmall && cells.All(cell => cell.Detail is null || TextWidth.Of(cell.Detail, TextRole.CellDetail) <= room);
        return cells.SelectMany<CellMark, PlacedText>(cell =>
        {
            Box box = placed.Cell(cell.Column, cell.Row);
            double middle = box.Left + (box.Width / 2);
            double center = box.Top + (box.Height / 2);
            string? detail = hasDetails ? cell.Detail : null;
            TextRole role = isSmall ? TextRole.CellDetail : Role(cell);
            string text = TextWidth.Of(cell.Text, role) <= room ? cell.Text : NoRoom;
            var number = new PlacedText(text, middle, center + (detail is null ? 4.5 : -1.5), Anchor.Middle, role) { Tip = cell.Tip };
            return detail is null
                ? [number]
                : [number, new PlacedText(detail, middle, center + 11.5, Anchor.Middle, TextRole.CellDetail) { Tip = cell.Tip }];
        });
    }

    private static TextRole Role(CellMark cell) => cell.Tone == Tone.Missing ? TextRole.Tick : TextRole.Cell;
}
