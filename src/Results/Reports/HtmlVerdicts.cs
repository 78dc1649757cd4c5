using FileTransfer.Results.Analysis;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Results.Reports;

/// <summary>The verdicts section: the answer at each size in each group, and behind it what it rests on.</summary>
internal static class HtmlVerdicts
{
    /// <summary>Content of the section.</summary>
    public static Markup Content(RunResult run)
    {
        IReadOnlyList<Verdict> verdicts = Verdicts.Of(run);
        Markup[] conditions = [.. ((string?[])[CacheNote.Of(run), ProofNote.Of(run)]).OfType<string>()
            .Select(note => Markup.Of($"<p class=\"note\">{note}</p>\n"))];
        if (verdicts.Count == 0)
        {
            return Markup.Of($"<p>{(Verdicts.AreDrawn(run) ? "Nothing was measured." : VerdictNotes.NotDrawn(run))}</p>\n{conditions}");
        }

        Markup alarm = Twins.Alarm(run) is { } doubt ? Markup.Of($"<p><b>{doubt}</b></p>\n") : Markup.Empty;
        Markup advice = Advice.Of(run) is { } sentence ? Markup.Of($"<p class=\"advice\">{sentence}</p>\n") : Markup.Empty;
        Markup[] notes = [.. VerdictNotes.Of(run).Select(note => Markup.Of($"<p class=\"note\">{note}</p>\n"))];
        return Markup.Of($"""
            {alarm}{advice}{Answers(run, verdicts)}{conditions}<details>
            <summary>What the answers rest on</summary>
            {Details(run, verdicts)}{notes}<h3>Crossovers</h3>
            {Leads(run)}</details>

            """);
    }

    /// <summary>A row for each size, a column for each group.</summary>
    private static Markup Answers(RunResult run, IReadOnlyList<Verdict> verdicts)
    {
        ComparedGroup[] groups = [.. verdicts.Select(verdict => verdict.Group).Distinct()];
        IEnumerable<Markup> headers = groups.Select(group => Markup.Of($"<th scope=\"col\">{Heading(group.In(run).Trim())}</th>"));
        IEnumerable<Markup> rows = verdicts.GroupBy(verdict => verdict.SizeBytes).Select(size => Markup.Of($"""
            <tr><th scope="row">{Size(size.Key)}</th>{groups.Select(group => Cell(size.FirstOrDefault(one => one.Group == group)))}</tr>

            """));
        return Markup.Of($"""
            <div class="scroll" tabindex="0" role="group" aria-label="The answer at each size">
            <table class="verdicts">
            <thead><tr><td></td>{headers}</tr></thead>
            <tbody>
            {rows}</tbody>
            </table>
            </div>

            """);
    }

    private static string Heading(string words) => words.Length == 0 ? "The fastest" : char.ToUpperInvariant(words[0]) + words[1..];

    private static Markup Cell(Verdict? verdict)
    {
        if (verdict is null)
        {
            return Markup.Of($"<td></td>");
        }

        string first = verdict.Fastest.Count > 0 ? verdict.Fastest[0] : "";
        return first.Length > 0 && verdict.Answer.StartsWith(first, StringComparison.Ordinal)
            ? Markup.Of($"<td class=\"won\"><b>{first}</b>{verdict.Answer[first.Length..]}</td>")
            : Markup.Of($"<td class=\"open\">{verdict.Answer}</td>");
    }

    private static Markup Details(RunResult run, IReadOnlyList<Verdict> verdicts) => Markup.Bullets(verdicts
        .Where(verdict => verdict.Details.Count > 0)
        .Select(verdict => $"{Size(verdict.SizeBytes)}{verdict.Group.In(run)}: {string.Join(". ", verdict.Details)}."));

    private static Markup Leads(RunResult run)
    {
        IReadOnlyList<Crossover> crossovers = Crossovers.Of(run);
        Markup change = crossovers.Count == 0
            ? Markup.Of($"<p>None: the run does not show that the lead changes between two sizes.</p>\n")
            : Markup.Of($"<ul class=\"crossovers\">\n{crossovers.Select(Change)}</ul>\n");
        return Markup.Of($"{change}<ul class=\"leads\">\n{Crossovers.Leads(run).Select(Fastest)}</ul>\n");

        Markup Change(Crossover crossover) => Markup.Of(
            $"<li>Between <b>{Size(crossover.LowerBytes)}</b> and <b>{Size(crossover.UpperBytes)}</b>{crossover.Group.In(run)} "
            + $"the lead passes from {Strategies(crossover.From, "or")} to {Strategies(crossover.To, "or")}.</li>\n");

        Markup Fastest(LeadingRange lead) => Markup.Of(
            $"<li>{Range(lead)}{lead.Group.In(run)}: {Strategies(lead.Strategies, "and")} "
            + $"{(lead.Strategies.Count == 1 ? "is" : "are each")} the fastest, or not shown to be slower.</li>\n");
    }

    private static string Range(LeadingRange lead) => lead.FirstBytes == lead.LastBytes
        ? $"At {Size(lead.FirstBytes)}"
        : $"From {Size(lead.FirstBytes)} to {Size(lead.LastBytes)}";

    private static Markup Strategies(IReadOnlyList<string> ids, string conjunction)
    {
        Markup[] names =
        [
            .. ids.Take(VerdictText.MostNamed + 1).Select(id => Markup.Of($"<b>{id}</b>")),
            .. More(ids.Count - VerdictText.MostNamed - 1),
        ];
        return names.Length == 1 ? names[0] : Markup.Of($"{new Markup(string.Join(", ", names[..^1]))} {conjunction} {names[^1]}");
    }

    // One more than an answer names.
    private static Markup[] More(int count) => count > 0 ? [Markup.Of($"{count} more")] : [];

    private static string Size(long bytes) => new ByteSize(bytes).ToString();
}
