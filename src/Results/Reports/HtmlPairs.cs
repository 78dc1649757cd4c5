using FileTransfer.Results.Analysis;

namespace FileTransfer.Results.Reports;

/// <summary>The table of all pairs of strategies: different, equal or unknown.</summary>
internal static class HtmlPairs
{
    /// <summary>Content of the section; empty when the run compares nothing.</summary>
    public static Markup Content(RunResult run)
    {
        IReadOnlyList<ProvenDifferences> all = ProvenDifferences.Of(run);
        return all.Count == 0 ? Markup.Empty : Markup.Of($"""
            <p class="note">{ProvenDifferences.Explanation}</p>
            <div class="scroll" tabindex="0" role="group" aria-label="Pairs of strategies">
            <table>
            <caption>Pairs of strategies</caption>
            <thead><tr>{ProvenDifferences.Headers.Select(header => Markup.Of($"<th scope=\"col\">{header}</th>"))}</tr></thead>
            <tbody>
            {all.Select(Row)}</tbody>
            </table>
            </div>

            """);
    }

    private static Markup Row(ProvenDifferences pair) => Markup.Of(
        $"<tr><td>{pair.Size}</td><th scope=\"row\">{pair.Strategy}</th>"
        + $"<td>{pair.FasterThan}</td><td>{pair.EqualTo}</td><td>{pair.Unknown}</td></tr>\n");
}
