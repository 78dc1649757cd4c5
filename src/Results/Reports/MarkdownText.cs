using System.Buffers;
using System.Text;

namespace FileTransfer.Results.Reports;

/// <summary>Builds Markdown for the reports.</summary>
internal static class MarkdownText
{
    private static readonly SearchValues<char> s_special = SearchValues.Create("\\`*_[]<>|&~");

    /// <summary>Literal text on one line: characters with a meaning in Markdown or in its tables are escaped.</summary>
    public static string Escape(string text)
    {
        StringBuilder escaped = new();
        foreach (char character in OneLine(text))
        {
            if (s_special.Contains(character))
            {
                escaped.Append('\\');
            }

            escaped.Append(character);
        }

        return escaped.ToString();
    }

    /// <summary>Replaces line breaks by spaces.</summary>
    public static string OneLine(string text) => text.ReplaceLineEndings(" ");

    /// <summary>A table.</summary>
    /// <param name="table">The table.</param>
    /// <param name="isTight">True for a header without the spaces that only align the source.</param>
    public static string Table(Table table, bool isTight = false)
    {
        string header = Row(table.Columns.Select(column => Escape(column.Header)));
        string dashes = Row(table.Columns.Select(column => column.IsNumber ? "---:" : "---"));
        string head = isTight
            ? header.Replace("|  |", "| |", StringComparison.Ordinal) + dashes.Replace(" ", "", StringComparison.Ordinal)
            : header + dashes;
        return head + string.Concat(table.Rows.Select(row => Row(row.Select(Text))));
    }

    /// <summary>A list with one line per item.</summary>
    public static string Bullets(IEnumerable<string> items) => string.Concat(items.Select(item => $"- {Escape(item)}\n"));

    /// <summary>A code block.</summary>
    public static string Code(IEnumerable<string> lines) => $"```\n{string.Concat(lines.Select(line => OneLine(line) + "\n"))}```\n";

    private static string Row(IEnumerable<string> cells) => $"| {string.Join(" | ", cells)} |\n";

    private static string Text(Cell cell) => cell.Style switch
    {
        CellStyle.Strong => $"**{Escape(cell.Text)}**",
        CellStyle.Code => $"`{cell.Text}`",
        CellStyle.Names => cell.Text,
        _ => Escape(cell.Text),
    };
}
