using FileTransfer.Results.Analysis;

namespace FileTransfer.Results.Reports;

/// <summary>The tables that compare a contender with the baseline in the format of benchcmp.</summary>
internal static class HtmlOldAndNew
{
    /// <summary>Content of the section; empty when the run names no contenders.</summary>
    public static Markup Content(RunResult run)
    {
        IReadOnlyList<OldAndNew> comparisons = OldAndNew.Of(run);
        return comparisons.Count == 0 ? Markup.Empty : Markup.Of($"""
            <p class="note">{OldAndNew.Explanation}</p>
            {comparisons.Select(Tables)}
            """);
    }

    private static Markup Tables(OldAndNew comparison) => Markup.Join(
    [
        HtmlPlainTable.Of($"{comparison.Title}: time", OldAndNew.TimeHeaders, comparison.Rows.Select(row => row.Times)),
        HtmlPlainTable.Of($"{comparison.Title}: rate", OldAndNew.RateHeaders, comparison.Rows.Select(row => row.Rates)),
    ]);
}
