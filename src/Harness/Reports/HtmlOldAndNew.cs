using FileTransfer.Harness.Analysis;
using FileTransfer.Harness.Results;

namespace FileTransfer.Harness.Reports;

/// <summary>The tables of old and new.</summary>
internal static class HtmlOldAndNew
{
    /// <summary>What the section holds; empty when the run has nothing to compare in this way.</summary>
    public static Markup Content(RunResult run)
    {
        IReadOnlyList<OldAndNew> comparisons = OldAndNew.Of(run);
        return comparisons.Count == 0 ? Markup.Empty : Markup.Of($"""
            <p class="note">{OldAndNew.Explanation}</p>
            {comparisons.Select(Tables)}
            """);
    }

    private static Markup Tables(OldAndNew comparison) => Markup.Of($"""
        {HtmlPlainTable.Of($"{comparison.Title}: time", OldAndNew.TimeHeaders, comparison.Rows.Select(row => row.Times))}{HtmlPlainTable.Of($"{comparison.Title}: rate", OldAndNew.RateHeaders, comparison.Rows.Select(row => row.Rates))}
        """);
}
