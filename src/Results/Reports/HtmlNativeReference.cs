using FileTransfer.Results.Analysis;

namespace FileTransfer.Results.Reports;

/// <summary>The tables of strategies beside the native reference.</summary>
internal static class HtmlNativeReference
{
    /// <summary>What the section holds; empty when the run did not measure the native reference.</summary>
    public static Markup Content(RunResult run)
    {
        if (NativeReference.Of(run).Count == 0)
        {
            return Markup.Empty;
        }

        Markup[] tables =
        [
            HtmlPlainTable.Of("The fastest of each side", NativeReference.FastestHeaders, NativeReference.FastestRows(run)),
            HtmlPlainTable.Of("Every strategy and its counterpart", NativeReference.PairHeaders, NativeReference.PairRows(run)),
        ];
        return Markup.Of($"""
            <p class="note">{NativeReference.Explanation}</p>
            {tables}
            """);
    }
}
