using System.Globalization;
using FileTransfer.Results.Analysis;

namespace FileTransfer.Results.Reports;

/// <summary>The sections about the environment of a run, how to repeat it, and how to read the report.</summary>
internal static class HtmlEnvironment
{
    /// <summary>Content of the section about both ends.</summary>
    public static Markup Where(RunEnvironment environment) => Markup.Join(
    [
        HtmlTable.Of(EnvironmentFacts.Table(environment), label: new Markup("aria-labelledby=\"environment-title\"")),
        Markup.Bullets(EnvironmentFacts.Both(environment)),
    ]);

    /// <summary>Content of the section with the command and the options of the run.</summary>
    public static Markup How(RunInfo info) => Markup.Of($"""
        <p>{Summary(info)}</p>
        <div class="command">{Command(info)}<button type="button" id="copy" hidden="hidden">Copy</button></div>
        <details>
        <summary>Effective options</summary>
        <dl class="options">
        {EffectiveOptions.Of(info).Select(option => Markup.Of($"<div><dt>{option.Key}</dt><dd>{option.Value}</dd></div>\n"))}</dl>
        </details>
        
        """);

    /// <summary>Content of the section that explains the terms.</summary>
    public static Markup HowToReadIt(RunResult run) => Markup.Of($"""
        <dl class="terms">
        {HowToRead.Terms(run).Select(term => Markup.Of($"<dt>{term.Term}</dt><dd>{term.Text}</dd>\n"))}</dl>
        
        """);

    private static Markup Summary(RunInfo info)
    {
        string duration = new Nanoseconds(info.DurationSeconds * 1e9).ToString();
        return Markup.Of(
            $"Run <b>{info.Id}</b>, profile {info.Profile}, started {Start(info)} UTC, took {duration}; "
            + $"cases in random order, seed {info.OrderSeed}.");
    }

    private static Markup Command(RunInfo info) => Markup.Of($"""<pre tabindex="0"><code id="command">{info.Command}</code></pre>""");

    private static string Start(RunInfo info) =>
        info.StartedUtc.ToUniversalTime().ToString("yyyy-MM-dd HH:mm:ss", CultureInfo.InvariantCulture);
}
