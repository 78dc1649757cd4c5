using FileTransfer.Results.Analysis;

namespace FileTransfer.Results.Reports;

/// <summary>The table of what conditions do.</summary>
internal static class MarkdownEffects
{
    // "size" and "variant" are words.
    private const int Words = 2;

    /// <summary>The table and its explanation; empty for a run without variants beside their strategies.</summary>
    public static string Content(RunResult run) => Effects.Of(run) is { Count: > 0 } effects
        ? $"{MarkdownText.Escape(Effect.Explanation)}\n\n"
            + MarkdownText.Table(
                [.. Effect.Headers.Take(Words), .. MarkdownText.RightAligned(Effect.Headers.Skip(Words))],
                effects.Select(effect => effect.Cells))
        : "";
}
