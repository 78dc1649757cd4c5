using FileTransfer.Results.Charts.Model;
using FileTransfer.Results.Reports;

namespace FileTransfer.Harness.Comparing;

/// <summary>The page of a comparison: the verdicts, the table, a picture of every case, how to repeat it.</summary>
internal static class CompareHtml
{
    /// <summary>Writes the page.</summary>
    public static void Write(CompareResult result, TextWriter writer)
    {
        Markup about = Markup.Of($"<p>{CompareText.Counts(result)}.</p>\n");
        HtmlSection[] sections =
        [
            new("facts", "What was compared", List(CompareText.Facts(result))),
            new("cases", "Cases", Table(result)),
            new("rounds", "Every round", Markup.Join(CompareText.InOrder(result)
                .Select((one, i) => CompareChart.Of(result, one, i + 1))
                .OfType<ChartModel>()
                .Select(HtmlCharts.Figure))),
            new("doctor", "What disturbs this machine", result.Doctor.Count > 0 ? List(result.Doctor) : Markup.Empty),
            new("repeat", "Repeat it", Markup.Of($"<pre tabindex=\"0\"><code>{result.Command}</code></pre>\n")),
        ];
        HtmlPage.Write($"Comparison: {CompareText.Counts(result)}", "Comparison", about, sections, writer);
    }

    private static Markup List(IEnumerable<string> sentences) => Markup.Of($"""
        <ul>
        {sentences.Select(sentence => Markup.Of($"<li>{sentence}</li>\n"))}</ul>

        """);

    private static Markup Table(CompareResult result) => result.Cases.Count == 0 ? Markup.Empty : Markup.Of($"""
        <div class="scroll" tabindex="0" role="group" aria-label="All cases">
        <table>
        <caption>All cases, those that changed first</caption>
        <thead><tr>{CompareText.Headers.Select(header => Markup.Of($"<th scope=\"col\">{header}</th>"))}</tr></thead>
        <tbody>
        {CompareText.InOrder(result).Select(one => Row(CompareText.Cells(result, one)))}</tbody>
        </table>
        </div>

        """);

    private static Markup Row(IReadOnlyList<string> cells) => Markup.Of($"""
        <tr><th scope="row">{cells[0]}</th>{cells.Skip(1).Select(cell => Markup.Of($"<td>{cell}</td>"))}</tr>

        """);
}
