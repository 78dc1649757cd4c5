using FileTransfer.Results.Analysis;

namespace FileTransfer.Results.Reports;

/// <summary>The tables of strategies beside the native reference.</summary>
internal static class MarkdownNativeReference
{
    /// <summary>Both tables; empty when the run did not measure the native reference.</summary>
    public static string Content(RunResult run) => NativeReference.Of(run).Count == 0 ? "" :
        $"{MarkdownText.Escape(NativeReference.Explanation)}\n"
        + $"\n{Table(NativeReference.FastestHeaders, NativeReference.FastestRows(run))}"
        + $"\n{Table(NativeReference.PairHeaders, NativeReference.PairRows(run))}";

    private static string Table(IReadOnlyList<string> headers, IEnumerable<IReadOnlyList<string>> rows) =>
        MarkdownText.Table([.. headers.Select(header => header.Contains("CI", StringComparison.Ordinal) ? $">{header}" : header)], rows);
}
