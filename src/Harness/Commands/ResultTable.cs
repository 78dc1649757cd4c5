using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Reports;

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
        IEnumerable<string[]> cells = rows
            .GroupBy(row => row.Measurement.SizeBytes)
            .OrderBy(size => size.Key)
            .SelectMany(size => size
                .OrderBy(row => row.IsHarnessCost)
                .ThenBy(row => row.Measurement.Statistics!.P50)
                .Select(row => (string[])
                [
                    row.Size,
                    row.IsHarnessCost ? $"{row.Name} (no I/O)" : row.Name,
                    .. columns.Select(column => column.Text(row)),
                ])
                // An empty row between two sizes.
                .Prepend([]))
            .Skip(1);
        ConsoleTable.Write(
            new Table([">size", "strategy", .. s_columns.Select(column => $">{column.Header}")], cells),
            output,
            isNarrow: true);
    }
}
