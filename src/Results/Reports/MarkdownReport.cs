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

        if (run.Environment.Emulation is { } imitation)
        {
            writer.Write($"\n**{MarkdownText.Escape(EmulationNote.Of(imitation))}**\n");
        }

        foreach (string note in (IEnumerable<string>)[.. ((string?[])[CacheNote.Of(run), ProofNote.Of(run)]).OfType<string>()])
        {
            writer.Write($"\n{MarkdownText.Escape(note)}\n");
        }

        Section(writer, "Network", MarkdownText.Bullets(LinkText.Of(run).Select(sentence => $"{sentence}.")));
        Section(writer, "Verdicts", Verdicts.Of(run) is { Count: > 0 } verdicts
            ? Answers(run, verdicts)
            : Verdicts.AreDrawn(run) ? RequestRow.Of(run).Count > 0 ? "" : "Nothing was measured.\n" : $"{VerdictNotes.NotDrawn(run)}\n");
        foreach (TableSection section in (TableSection[])
            [TableSections.Requests(run), TableSections.Tuning(run), .. TableSections.Comparisons(run)])
        {
            Section(writer, section.Title, section.Markdown);
        }

        Section(writer, "Measurements", MarkdownMeasurements.Measured(run));
        Section(writer, "Not measured", MarkdownMeasurements.NotMeasured(run));
        Section(writer, "Pairs", TableSections.Pairs(run).Markdown);
        Section(writer, "Observed", MarkdownText.Bullets(Observed.Of(run)));
        Section(writer, "Warnings", MarkdownText.Bullets(RunWarnings.Of(run)));
        Section(writer, "What moved", RunWarnings.Answered(run) is { Count: > 0 } moved
            ? $"{HowToRead.Moved}\n\n{MarkdownText.Bullets(moved)}"
            : "");
        Section(writer, "How to read this", MarkdownText.Bullets(HowToRead.Terms(run).Select(term => term.Text)));
        string ends = MarkdownText.Table(EnvironmentFacts.Table(run.Environment));
        Section(writer, "Environment", $"{ends}\n{MarkdownText.Bullets(EnvironmentFacts.Both(run.Environment))}");
        Section(writer, "Repeat this run", How(info));
    }

    private static string Answers(RunResult run, IReadOnlyList<Verdict> verdicts) => string.Concat([
        .. ((string?[])[Twins.Alarm(run), Advice.Of(run)]).OfType<string>().Select(first => $"**{MarkdownText.Escape(first)}**\n\n"),
        MarkdownText.Bullets(verdicts.Select(verdict => $"{string.Join(". ", verdict.Details.Prepend(verdict.Text))}.")),
        .. VerdictNotes.Of(run).Select(note => $"\n{MarkdownText.Escape(note)}\n"),
    ]);

    // An empty section is left out.
    private static void Section(TextWriter writer, string title, string content)
    {
        if (content.Length > 0)
        {
            writer.Write($"\n## {title}\n\n{content}");
        }
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
