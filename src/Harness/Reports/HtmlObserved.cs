using FileTransfer.Harness.Results;

namespace FileTransfer.Harness.Reports;

/// <summary>What strategies counted beside the time of their transfers.</summary>
internal static class HtmlObserved
{
    /// <summary>What the section holds; empty when no strategy observed anything.</summary>
    public static Markup Content(RunResult run) => Observed.Of(run) is { Count: > 0 } lines
        ? Markup.Of($"""
            <ul>
            {lines.Select(line => Markup.Of($"<li>{line}</li>\n"))}</ul>

            """)
        : Markup.Empty;
}
