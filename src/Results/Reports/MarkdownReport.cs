using System.Globalization;
using FileTransfer.Results.Analysis;

namespace FileTransfer.Results.Reports;

/// <summary>The Markdown report: first the verdicts, then the numbers, then the environment and the options.</summary>
internal sealed class MarkdownReport : IReport
{
    /// <inheritdoc/>
    public string Name => "markdown";

    /// <inheritdoc/>
    public string FileName => "report.md";

    /// <inheritdoc/>
    public void Write(RunResult run, TextWriter writer)
    {
        RunInfo info = run.Run;
        string date = info.StartedUtc.ToUniversalTime().ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);
        writer.Write($"# Scenario {MarkdownText.Escape(info.Scenario)}, measured {date}\n");
        if (info.Partial)
        {
            writer.Write("\n**This run was interrupted and is partial: some measurements are missing.**\n");
        }

        if (CacheNote.Of(run) is { } cache)
        {
            writer.Write($"\n{MarkdownText.Escape(cache)}\n");
        }

        Section(writer, "Network", MarkdownText.Bullets(LinkText.Of(run).Select(sentence => $"{sentence}.")));
        Section(writer, "Verdicts", Verdicts.Of(run) is { Count: > 0 } verdicts
            ? MarkdownText.Bullets(verdicts.Select(verdict => $"{verdict.Text}."))
                + (VerdictNotes.Baseline(info) is { } baseline ? $"\n{MarkdownText.Escape(baseline)}\n" : "")
                + (WaitNote.Of(run) is { } wait ? $"\n{MarkdownText.Escape(wait)}\n" : "")
            : Verdicts.AreDrawn(run) ? RequestRow.Of(run).Count > 0 ? "" : "Nothing was measured.\n" : $"{VerdictNotes.NotDrawn}\n");
        Section(writer, "Requests", MarkdownRequests.Content(run));
        Section(writer, "Effect of server tuning", ServerTuning.Of(run) is { Count: > 0 } gains
            ? $"{MarkdownText.Bullets(gains)}\n{MarkdownText.Escape(ServerTuning.HowTo)}\n"
            : "");
        Section(writer, "Effect of conditions", MarkdownEffects.Content(run));
        Section(writer, "Old and new", MarkdownOldAndNew.Content(run));
        Section(writer, "Beside the native reference", MarkdownNativeReference.Content(run));
        string[] operationHeaders = ["size", "upload", .. MarkdownText.RightAligned(PerOperation.Headers.Skip(2))];
        Section(writer, "Per operation", PerOperation.Rows(run) is { Count: > 0 } rows
            ? $"{PerOperation.Explanation}\n\n{MarkdownText.Table(operationHeaders, rows)}"
            : "");
        string[] fetchHeaders = [.. FetchRow.Headers.Take(4), .. MarkdownText.RightAligned(FetchRow.Headers.Skip(4))];
        Section(writer, "Fetches", FetchRow.Of(run) is { Count: > 0 } fetches
            ? $"{FetchRow.Explanation}\n\n{MarkdownText.Table(fetchHeaders, fetches.Select(fetch => fetch.Cells))}"
            : "");
        Section(writer, "Measurements", MarkdownMeasurements.Measured(run));
        Section(writer, "Not measured", MarkdownMeasurements.NotMeasured(run));
        Section(writer, "Pairs", ProvenDifferences.Of(run) is { Count: > 0 } pairs
            ? $"{ProvenDifferences.Explanation}\n\n{MarkdownText.Table(ProvenDifferences.Headers, pairs.Select(pair => pair.Cells))}"
            : "");
        Section(writer, "Observed", MarkdownText.Bullets(Observed.Of(run)));
        Section(writer, "Warnings", MarkdownText.Bullets(RunWarnings.Of(run)));
        Section(writer, "How to read this", MarkdownText.Bullets(HowToRead.Terms(run).Select(term => term.Text)));
        Section(writer, "Environment", Where(run.Environment));
        Section(writer, "Repeat this run", How(info));
    }

    // An empty section is left out.
    private static void Section(TextWriter writer, string title, string content)
    {
        if (content.Length > 0)
        {
            writer.Write($"\n## {title}\n\n{content}");
        }
    }

    private static string Where(RunEnvironment environment)
    {
        string ends = MarkdownText.Table(
            ["", "sender", "receiver"],
            EnvironmentFacts.Ends(environment).Select(
                end => new[] { end.Fact, MarkdownText.Escape(end.Sender), MarkdownText.Escape(end.Receiver) }));
        return $"{ends}\n{MarkdownText.Bullets(EnvironmentFacts.Both(environment))}";
    }

    private static string How(RunInfo info)
    {
        string id = MarkdownText.Escape(info.Id);
        string profile = MarkdownText.Escape(info.Profile);
        string start = info.StartedUtc.ToUniversalTime().ToString("yyyy-MM-dd HH:mm:ss", CultureInfo.InvariantCulture);
        string duration = new Nanoseconds(info.DurationSeconds * 1e9).ToString();
        string seed = info.OrderSeed.ToString(CultureInfo.InvariantCulture);
        string options = MarkdownText.Code(EffectiveOptions.Of(info).Select(option => $"{option.Key}={option.Value}"));
        return $"""
            Run {id}, profile {profile}, started {start} UTC, took {duration}; cases in random order, seed {seed}.

            Command:

            {MarkdownText.Code([info.Command])}
            Effective options:

            {options}
            """.ReplaceLineEndings("\n");
    }
}
