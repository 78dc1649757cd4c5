using FileTransfer.Results.Analysis;

namespace FileTransfer.Results.Reports;

/// <summary>The tables of measured and of not measured cases.</summary>
internal static class MarkdownMeasurements
{
    private static readonly string[] s_headers = ["size", "strategy", .. ReportColumn.All.Select(column => $">{column.Header}")];

    /// <summary>
    /// One row per measured strategy and size, sizes ascending; one table per size with many strategies. Empty when nothing was
    /// measured.
    /// </summary>
    public static string Measured(RunResult run)
    {
        ReportRow[] rows = [.. ReportRow.Of(run).Where(row => row.IsMeasured)];
        if (rows.Length == 0)
        {
            return string.Empty;
        }

        IEnumerable<string> bySize = rows
            .GroupBy(row => row.Size)
            .Select(size => $"\n### {size.Key}\n\n{Table(size)}");
        return ReportRow.AreMany(run)
            ? $"{ReportRow.Order}\n{string.Concat(bySize)}"
            : Table(rows);
    }

    /// <summary>The cases without numbers, with the reason; empty when every case has numbers.</summary>
    public static string NotMeasured(RunResult run)
    {
        ReportRow[] missing = [.. ReportRow.Of(run).Where(row => !row.IsMeasured)];
        return missing.Length == 0
            ? string.Empty
            : MarkdownText.Table(new Table(
                ["size", "strategy", "outcome", "reason"],
                ReportRow.AreMany(run)
                    ? missing.GroupBy(row => (Name: Name(row), row.OutcomeName, row.Reason)).Select(same => (Cell[])
                    [
                        string.Join(", ", same.Select(row => row.Size)), same.Key.Name, same.Key.OutcomeName, same.Key.Reason,
                    ])
                    : missing.Select(row => (Cell[])[row.Size, Name(row), row.OutcomeName, row.Reason])));
    }

    private static string Table(IEnumerable<ReportRow> rows) => MarkdownText.Table(new Table(s_headers, rows.Select(Cells)));

    private static Cell[] Cells(ReportRow row) => [row.Size, Name(row), .. ReportColumn.All.Select(column => (Cell)column.Text(row))];

    private static Cell Name(ReportRow row) => row.IsHarnessCost
        ? $"{row.Name} ({ReportRow.HarnessCost})"
        : new Cell(row.Name, row.IsBest ? CellStyle.Strong : CellStyle.Plain);
}
