namespace FileTransfer.Results.Reports;

/// <summary>Writes a table as HTML.</summary>
internal static class HtmlTable
{
    /// <summary>A table that scrolls where it does not fit.</summary>
    /// <param name="table">The table.</param>
    /// <param name="isNumeric">True when all columns are aligned to the right.</param>
    /// <param name="label">The attribute that names it for screen readers; the caption by default.</param>
    public static Markup Of(Table table, bool isNumeric = false, Markup? label = null)
    {
        Markup css = isNumeric ? new Markup(" class=\"number\"") : Markup.Empty;
        return Markup.Of($"""
            <div class="scroll" tabindex="0" role="group" {label ?? Markup.Of($"aria-label=\"{table.Caption}\"")}>
            <table>
            <caption>{table.Caption}</caption>
            <thead><tr>{table.Columns.Select(Header)}</tr></thead>
            <tbody>
            {table.Rows.Select(row => Markup.Of($"<tr>{row.Select(Cell)}</tr>\n"))}</tbody>
            </table>
            </div>

            """);

        Markup Header(Column column) =>
            column.Header.Length == 0 ? Markup.Of($"<td></td>") : Markup.Of($"<th scope=\"col\"{css}>{column.Header}</th>");

        Markup Cell(Cell cell, int index) => index == table.NameColumn
            ? Markup.Of($"<th scope=\"row\"{css}>{Text(cell)}</th>")
            : Markup.Of($"<td{css}>{Text(cell)}</td>");
    }

    private static Markup Text(Cell cell) => cell.Style switch
    {
        CellStyle.Strong => Markup.Of($"<b>{cell.Text}</b>"),
        CellStyle.Code => Markup.Of($"<code>{cell.Text}</code>"),
        _ => Markup.Of($"{cell.Text}"),
    };
}
