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
            new("facts", "What was compared", Markup.Bullets(CompareText.Facts(result))),
            new("cases", "Cases", result.Cases.Count == 0 ? Markup.Empty : HtmlTable.Of(
                CompareText.Table(result, CompareText.InOrder(result)),
                label: new Markup("aria-label=\"All cases\""))),
            new("rounds", "Every round", Markup.Join(CompareText.InOrder(result)
                .Select((one, i) => CompareChart.Of(result, one, i + 1))
                .OfType<ChartModel>()
                .Select(HtmlCharts.Figure))),
            new("doctor", "What disturbs this machine", Markup.Bullets(result.Doctor)),
            new("repeat", "Repeat it", Markup.Of($"<pre tabindex=\"0\"><code>{result.Command}</code></pre>\n")),
        ];
        HtmlPage.Write($"Comparison: {CompareText.Counts(result)}", "Comparison", about, sections, writer);
    }
}
