using FileTransfer.Harness.Analysis;
using FileTransfer.Harness.Results;

namespace FileTransfer.Harness.Reports;

/// <summary>The table of requests.</summary>
internal static class MarkdownRequests
{
    /// <summary>Findings, explanation and table; empty when the run made no requests of that kind.</summary>
    public static string Content(RunResult run)
    {
        IReadOnlyList<RequestRow> all = RequestRow.Of(run);
        return all.Count == 0
            ? string.Empty
            : $"{MarkdownText.Bullets(RequestRow.Findings(run))}\n{RequestRow.Explanation}\n\n{MarkdownText.Table([RequestRow.Headers[0], $">{RequestRow.Headers[1]}", RequestRow.Headers[2], .. RequestRow.Headers.Skip(3).Select(header => $">{header}")], all.Select(requests => requests.Cells))}";
    }
}
