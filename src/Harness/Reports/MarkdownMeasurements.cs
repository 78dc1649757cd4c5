using FileTransfer.Harness.Results;

namespace FileTransfer.Harness.Reports;

/// <summary>The tables of what was measured and of what was not.</summary>
internal static class MarkdownMeasurements
{
    private static readonly string[] s_headers = ["size", "strategy", .. ReportColumn.All.Select(column => $">{column.Header}")];

    /// <summary>One row per measured strategy and size, sizes ascending; empty when nothing was measured.</summary>
    public static string Measured(RunResult run)
    {
        string[][] rows = [.. ReportRow.Of(run).Where(row => row.IsMeasured).Select(Cells)];
        return rows.Length == 0 ? string.Empty : MarkdownText.Table(s_headers, rows);
    }

    /// <summary>What has no numbers, and why; empty when there is nothing to tell.</summary>
    public static string NotMeasured(RunResult run)
    {
        ReportRow[] missing = [.. ReportRow.Of(run).Where(row => !row.IsMeasured)];
        return missing.Length == 0
            ? string.Empty
            : MarkdownText.Table(
                ["size", "strategy", "outcome", "reason"],
                missing.Select(row => new[] { row.Size, Name(row), row.OutcomeName, MarkdownText.Escape(row.Reason) }));
    }

    private static string[] Cells(ReportRow row) => [row.Size, Name(row), .. ReportColumn.All.Select(column => column.Text(row))];

    private static string Name(ReportRow row) =>
        MarkdownText.Escape(row.Name) + (row.IsHarnessCost ? $" ({ReportRow.HarnessCost})" : string.Empty);
}
