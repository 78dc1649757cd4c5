using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using Spectre.Console;

namespace FileTransfer.Harness.Commands;

/// <summary>The table at the end of a run: within each size the fastest first, with the columns and units of the reports.</summary>
internal static class ResultTable
{
    /// <summary>The report columns that fit a terminal: header in the report, header here.</summary>
    private static readonly (string Report, string Header)[] s_columns =
    [
        ("P50 (95 % CI)", "P50 (95 % CI)"),
        ("P99", "P99"),
        ("MB/s", "MB/s"),
        ("sender CPU s/GB", "sender s/GB"),
        ("receiver CPU s/GB", "receiver s/GB"),
        ("allocated B", "allocated B"),
        ("speed-up (95 % CI)", "speed-up (95 % CI)"),
    ];

    /// <summary>Writes the measured cases of a run; nothing when there are none.</summary>
    public static void Write(RunResult run, TextWriter output)
    {
        ReportRow[] rows = [.. ReportRow.Of(run).Where(row => row.IsMeasured)];
        if (rows.Length == 0)
        {
            return;
        }

        ReportColumn[] columns = [.. s_columns.Select(column => ReportColumn.All.Single(candidate => candidate.Header == column.Report))];
        var table = new Table { Border = TableBorder.Simple };
        table.AddColumn(new TableColumn("size").RightAligned().NoWrap());
        table.AddColumn(new TableColumn("strategy").NoWrap());
        foreach ((string _, string header) in s_columns)
        {
            table.AddColumn(new TableColumn(header).RightAligned().NoWrap());
        }

        foreach (TableColumn column in table.Columns)
        {
            column.Padding = new Padding(1, 0, 0, 0);
        }

        long size = rows[0].Measurement.SizeBytes;
        foreach (ReportRow row in rows
            .OrderBy(row => row.Measurement.SizeBytes)
            .ThenBy(row => row.IsHarnessCost)
            .ThenBy(row => row.Measurement.Statistics!.P50))
        {
            if (row.Measurement.SizeBytes != size)
            {
                table.AddEmptyRow();
                size = row.Measurement.SizeBytes;
            }

            table.AddRow([
                new Text(row.Size),
                new Text(row.IsHarnessCost ? $"{row.Name} (no I/O)" : row.Name),
                .. columns.Select(column => new Text(column.Text(row))),
            ]);
        }

        PlainConsole.For(output).Write(table);
    }
}
