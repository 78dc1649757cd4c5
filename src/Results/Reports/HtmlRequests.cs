using FileTransfer.Results.Analysis;

namespace FileTransfer.Results.Reports;

/// <summary>The sections about requests, server tuning, costs per operation and fetches.</summary>
internal static class HtmlRequests
{
    /// <summary>Content of the section about requests; empty when the run made none.</summary>
    public static Markup Content(RunResult run)
    {
        const string Caption = "Requests by what they carry, how many are in flight, and protocol";
        IReadOnlyList<RequestRow> all = RequestRow.Of(run);
        return all.Count == 0 ? Markup.Empty : Markup.Of($"""
            {Bullets(RequestRow.Findings(run))}<p class="note">{RequestRow.Explanation}</p>
            {HtmlPlainTable.Of(Caption, RequestRow.Headers, all.Select(requests => requests.Cells))}
            """);
    }

    /// <summary>Content of the section about server tuning; empty when the run did not measure both receivers.</summary>
    public static Markup Tuning(RunResult run)
    {
        IReadOnlyList<string> gains = ServerTuning.Of(run);
        return gains.Count == 0 ? Markup.Empty : Markup.Of($"""
            {Bullets(gains)}<p class="note">{ServerTuning.HowTo}</p>

            """);
    }

    /// <summary>Content of the section with costs per operation; empty when the run made no uploads over HTTP.</summary>
    public static Markup PerOperationTable(RunResult run)
    {
        IReadOnlyList<IReadOnlyList<string>> rows = PerOperation.Rows(run);
        return rows.Count == 0 ? Markup.Empty : Markup.Of($"""
            <p class="note">{PerOperation.Explanation}</p>
            {HtmlPlainTable.Of("Uploads: time, bytes and allocations per operation", PerOperation.Headers, rows)}
            """);
    }

    /// <summary>Content of the section about fetched messages; empty when the run fetched none.</summary>
    public static Markup FetchesTable(RunResult run)
    {
        IReadOnlyList<FetchRow> all = FetchRow.Of(run);
        return all.Count == 0 ? Markup.Empty : Markup.Of($"""
            <p class="note">{FetchRow.Explanation}</p>
            {HtmlPlainTable.Of("Messages by size, encoding and way of reading", FetchRow.Headers, all.Select(fetch => fetch.Cells))}
            """);
    }

    private static Markup Bullets(IReadOnlyList<string> items) => items.Count == 0 ? Markup.Empty : Markup.Of($"""
        <ul>
        {items.Select(item => Markup.Of($"<li>{item}</li>\n"))}</ul>

        """);
}
