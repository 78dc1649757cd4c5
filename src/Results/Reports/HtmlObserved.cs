namespace FileTransfer.Results.Reports;

/// <summary>The section with the observations that strategies recorded beside the time.</summary>
internal static class HtmlObserved
{
    /// <summary>Content of the section; empty without observations.</summary>
    public static Markup Content(RunResult run) => Observed.Of(run) is { Count: > 0 } lines
        ? Markup.Of($"""
            <ul>
            {lines.Select(line => Markup.Of($"<li>{line}</li>\n"))}</ul>

            """)
        : Markup.Empty;
}
