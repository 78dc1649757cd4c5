using FileTransfer.Harness.Analysis;
using FileTransfer.Harness.Results;

namespace FileTransfer.Harness.Reports;

/// <summary>The table of requests.</summary>
internal static class MarkdownRequests
{
    /// <summary>Findings, explanation and table; empty when the run made no requests of that kind.</summary>
    public static string Content(RunResult run)
    {
        IReadOnlyList<Requests> all = Requests.Of(run);
        return all.Count == 0
            ? string.Empty
            : $"{MarkdownText.Bullets(Requests.Findings(run))}\n{Requests.Explanation}\n\n{MarkdownText.Table([Requests.Headers[0], $">{Requests.Headers[1]}", Requests.Headers[2], .. Requests.Headers.Skip(3).Select(header => $">{header}")], all.Select(requests => requests.Cells))}";
    }
}
