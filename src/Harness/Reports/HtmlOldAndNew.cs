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
        {Table($"{comparison.Title}: time", OldAndNew.TimeHeaders, comparison.Rows.Select(row => row.Times))}{Table($"{comparison.Title}: rate", OldAndNew.RateHeaders, comparison.Rows.Select(row => row.Rates))}
        """);

    private static Markup Table(string caption, IReadOnlyList<string> headers, IEnumerable<IReadOnlyList<string>> rows) => Markup.Of($"""
        <div class="scroll" tabindex="0" role="group" aria-label="{caption}">
        <table>
        <caption>{caption}</caption>
        <thead><tr>{headers.Select(header => Markup.Of($"<th scope=\"col\" class=\"number\">{header}</th>"))}</tr></thead>
        <tbody>
        {rows.Select(Row)}</tbody>
        </table>
        </div>

        """);

    private static Markup Row(IReadOnlyList<string> cells) => Markup.Of($"""
        <tr><th scope="row" class="number">{cells[0]}</th>{cells.Skip(1).Select(cell => Markup.Of($"<td class=\"number\">{cell}</td>"))}</tr>

        """);
}
