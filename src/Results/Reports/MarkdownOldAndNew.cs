using FileTransfer.Results.Analysis;

namespace FileTransfer.Results.Reports;

/// <summary>The tables that compare a contender with the baseline in the format of benchcmp.</summary>
internal static class MarkdownOldAndNew
{
    /// <summary>Two tables per contender; empty when the run names no contenders.</summary>
    public static string Content(RunResult run)
    {
        IReadOnlyList<OldAndNew> comparisons = OldAndNew.Of(run);
        return comparisons.Count == 0 ? string.Empty : $"{OldAndNew.Explanation}\n{string.Concat(comparisons.Select(Tables))}";
    }

    private static string Tables(OldAndNew comparison) =>
        $"\n### {MarkdownText.Escape(comparison.Title)}\n"
        + $"\n{Table(OldAndNew.TimeHeaders, comparison.Rows.Select(row => row.Times))}"
        + $"\n{Table(OldAndNew.RateHeaders, comparison.Rows.Select(row => row.Rates))}";

    private static string Table(IReadOnlyList<string> headers, IEnumerable<IReadOnlyList<string>> rows) =>
        MarkdownText.Table([headers[0], .. MarkdownText.RightAligned(headers.Skip(1))], rows);
}
