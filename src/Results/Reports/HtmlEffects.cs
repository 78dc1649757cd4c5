using FileTransfer.Results.Analysis;

namespace FileTransfer.Results.Reports;

/// <summary>The table of what conditions do.</summary>
internal static class HtmlEffects
{
    /// <summary>What the section holds; empty for a run without variants beside their strategies.</summary>
    public static Markup Content(RunResult run) => Effects.Of(run) is { Count: > 0 } effects
        ? Markup.Of($"""
            <p class="note">{Effect.Explanation}</p>
            {HtmlPlainTable.Of("Variants beside their strategies", Effect.Headers, effects.Select(effect => effect.Cells))}
            """)
        : Markup.Empty;
}
