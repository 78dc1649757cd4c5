namespace FileTransfer.Results.Reports;

/// <summary>A small table whose first column names the row and whose others are numbers.</summary>
internal static class HtmlPlainTable
{
    public static Markup Of(string caption, IReadOnlyList<string> headers, IEnumerable<IReadOnlyList<string>> rows) => Markup.Of($"""
        <div class="scroll" tabindex="0" role="group" aria-label="{caption}">
        <table>
        <caption>{caption}</caption>
        <thead><tr>{headers.Select(header => Markup.Of($"<th scope=\"col\" class=\"number\">{header}</th>"))}</tr></thead>
        <tbody>
        {rows.Select(Row)}</tbody>
        </table>
        </div>

        """);

    private static Markup Row(IReadOnlyList<string> cells) => Markup.Of($"""
        <tr><th scope="row" class="number">{cells[0]}</th>{cells.Skip(1).Select(Number)}</tr>

        """);

    private static Markup Number(string cell) => Markup.Of($"<td class=\"number\">{cell}</td>");
}
