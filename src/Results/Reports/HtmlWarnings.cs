using System.Text.RegularExpressions;
using FileTransfer.Results.Analysis;

namespace FileTransfer.Results.Reports;

/// <summary>The warnings section: reasons to doubt a conclusion, each with its remedy.</summary>
internal static partial class HtmlWarnings
{
    private const int Shown = 6;

    /// <summary>Content of the section; empty without warnings.</summary>
    public static Markup Content(RunResult run)
    {
        Markup[] items = [.. RunWarnings.Of(run).Select(warning => Markup.Of($"<li>{WithCode(Sentence(warning))}</li>\n"))];
        if (items.Length == 0)
        {
            return Markup.Empty;
        }

        Markup more = items.Length <= Shown ? Markup.Empty : Markup.Of($"""
            <details>
            <summary>{items.Length - Shown} more</summary>
            <ul>
            {items[Shown..]}</ul>
            </details>

            """);
        return Markup.Of($"""
            <ul>
            {items.Take(Shown)}</ul>
            {more}
            """);
    }

    /// <summary>What moved, and changes no answer; empty when nothing did.</summary>
    public static Markup Moved(RunResult run) => RunWarnings.Answered(run) is { Count: > 0 } moved
        ? Markup.Of($"<p>{HowToRead.Moved}</p>\n{Markup.Bullets(moved)}")
        : Markup.Empty;

    private static string Sentence(string warning) => warning switch
    {
        "" => warning,
        _ when warning.EndsWith('.') => Capital(warning),
        _ => $"{Capital(warning)}.",
    };

    private static Markup WithCode(string text) =>
        new(Option().Replace(Markup.Encode(text), "<code>$0</code>"));

    private static string Capital(string text) => char.ToUpperInvariant(text[0]) + text[1..];

    [GeneratedRegex("--[a-z][a-z-]*")]
    private static partial Regex Option();
}
