using FileTransfer.Results.Reports;
using Spectre.Console;
using Table = FileTransfer.Results.Reports.Table;

namespace FileTransfer.Harness.Commands;

/// <summary>Writes a table to the console, one line for each row.</summary>
internal static class ConsoleTable
{
    /// <summary>Writes a table.</summary>
    /// <param name="table">The table.</param>
    /// <param name="output">Where it goes.</param>
    /// <param name="isNarrow">True for one space between columns instead of two.</param>
    public static void Write(Table table, TextWriter output, bool isNarrow = false)
    {
        var written = new Spectre.Console.Table { Border = TableBorder.Simple };
        foreach (Column column in table.Columns)
        {
            written.AddColumn(new TableColumn(new Text(column.Header))
            {
                Alignment = column.IsNumber ? Justify.Right : null,
                NoWrap = true,
                Padding = new Padding(1, 0, isNarrow ? 0 : 1, 0),
            });
        }

        foreach (IReadOnlyList<Cell> row in table.Rows)
        {
            written.AddRow(row.Select(cell => new Text(cell.Text)));
        }

        PlainConsole.For(output).Write(written);
    }
}
