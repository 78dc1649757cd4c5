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
            .Select(size => $"\n### {size.Key}\n\n{MarkdownText.Table(s_headers, size.Select(Cells))}");
        return ReportRow.AreMany(run)
            ? $"{ReportRow.Order}\n{string.Concat(bySize)}"
            : MarkdownText.Table(s_headers, rows.Select(Cells));
    }

    /// <summary>The cases without numbers, with the reason; empty when every case has numbers.</summary>
    public static string NotMeasured(RunResult run)
    {
        ReportRow[] missing = [.. ReportRow.Of(run).Where(row => !row.IsMeasured)];
        return missing.Length == 0
            ? string.Empty
            : MarkdownText.Table(
                ["size", "strategy", "outcome", "reason"],
                ReportRow.AreMany(run)
                    ? missing.GroupBy(row => (Name: Name(row), row.OutcomeName, row.Reason)).Select(same => new[]
                    {
                        string.Join(", ", same.Select(row => row.Size)),
                        same.Key.Name,
                        same.Key.OutcomeName,
                        MarkdownText.Escape(same.Key.Reason),
                    })
                    : missing.Select(row => new[] { row.Size, Name(row), row.OutcomeName, MarkdownText.Escape(row.Reason) }));
    }

    private static string[] Cells(ReportRow row) => [row.Size, Name(row), .. ReportColumn.All.Select(column => column.Text(row))];

    private static string Name(ReportRow row) =>
        (row.IsBest ? $"**{MarkdownText.Escape(row.Name)}**" : MarkdownText.Escape(row.Name))
        + (row.IsHarnessCost ? $" ({ReportRow.HarnessCost})" : string.Empty);
}
