using FileTransfer.Results.Analysis;

namespace FileTransfer.Results.Reports;

/// <summary>The table of requests.</summary>
internal static class MarkdownRequests
{
    /// <summary>Findings, explanation and table; empty when the run made no requests of that kind.</summary>
    public static string Content(RunResult run)
    {
        IReadOnlyList<RequestRow> all = RequestRow.Of(run);
        if (all.Count == 0)
        {
            return string.Empty;
        }

        // The kind of request and the protocol are text, the other columns are numbers.
        IReadOnlyList<string> names = RequestRow.Headers;
        string[] headers = [names[0], .. MarkdownText.RightAligned([names[1]]), names[2], .. MarkdownText.RightAligned(names.Skip(3))];
        string table = MarkdownText.Table(headers, all.Select(requests => requests.Cells));
        return $"{MarkdownText.Bullets(RequestRow.Findings(run))}\n{RequestRow.Explanation}\n\n{table}";
    }
}
