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

    /// <summary>A table; columns whose header begins with <c>&gt;</c> are aligned to the right. Cells are escaped already.</summary>
    public static string Table(IReadOnlyList<string> headers, IEnumerable<IReadOnlyList<string>> rows)
    {
        StringBuilder table = new();
        AppendRow(table, headers.Select(header => header.TrimStart('>')));
        AppendRow(table, headers.Select(header => header.StartsWith('>') ? "---:" : "---"));
        foreach (IReadOnlyList<string> row in rows)
        {
            AppendRow(table, row);
        }

        return table.ToString();
    }

    /// <summary>The headers marked so that <see cref="Table"/> aligns their columns to the right.</summary>
    public static IEnumerable<string> RightAligned(IEnumerable<string> headers) => headers.Select(header => $">{header}");

    /// <summary>A list with one line per item.</summary>
    public static string Bullets(IEnumerable<string> items) => string.Concat(items.Select(item => $"- {Escape(item)}\n"));

    /// <summary>A code block.</summary>
    public static string Code(IEnumerable<string> lines) => $"```\n{string.Concat(lines.Select(line => OneLine(line) + "\n"))}```\n";

    private static void AppendRow(StringBuilder table, IEnumerable<string> cells) =>
        table.Append("| ").AppendJoin(" | ", cells).Append(" |\n");
}
