using FileTransfer.Results.Analysis;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Results.Reports;

/// <summary>The verdicts section: the winner at each size, its speed-up, and the sizes between which the winner changes.</summary>
internal static class HtmlVerdicts
{
    /// <summary>Content of the section.</summary>
    public static Markup Content(RunResult run)
    {
        IReadOnlyList<Verdict> verdicts = Verdicts.Of(run);
        Markup cache = CacheNote.Of(run) is { } state ? Markup.Of($"<p class=\"note\">{state}</p>\n") : Markup.Empty;
        if (verdicts.Count == 0)
        {
            return Markup.Of($"<p>{(Verdicts.AreDrawn(run) ? "Nothing was measured." : VerdictNotes.NotDrawn)}</p>\n{cache}");
        }

        AdvantageScale scale = new(verdicts);
        Markup[] notes = [.. VerdictNotes.Of(run).Select(note => Markup.Of($"<p class=\"note\">{note}</p>\n"))];
        return Markup.Of($"""
            <ol class="verdicts">
            {verdicts.Select(verdict => Item(verdict, scale))}</ol>
            {notes}{cache}{Legend(scale)}<h3>Crossovers</h3>
            {Leads(run)}
            """);
    }

    private static Markup Legend(AdvantageScale scale) => scale.IsEmpty ? Markup.Empty : Markup.Of(
        $"<p class=\"note\">The graphic beside a verdict shows the winner's speed-up with its 95 % interval, "
        + $"on a scale from {scale.Least} to {scale.Most}; the vertical line is 1×, equal speed.</p>\n");

    private static Markup Item(Verdict verdict, AdvantageScale scale)
    {
        // A verdict's text begins with its size, which stands in a column of its own here.
        string[] parts = verdict.Text.Split(": ", 2);
        string css = verdict.Fastest.Count > 0 ? "won" : "open";
        Markup finding = Markup.Of($"""<div class="finding"><p class="headline">{Headline(verdict)}</p> <p>{parts[^1]}.</p></div>""");
        return Markup.Of($"""
            <li class="{css}"><span class="size">{parts[0]}</span> {finding}{scale.Draw(verdict)}</li>

            """);
    }

    private static Markup Headline(Verdict verdict) => verdict switch
    {
        { Leader: null } => Markup.Of($"no result"),
        { AtWorst.Count: 0 } => Markup.Of($"<b>{verdict.Leader}</b> leads, unproven"),
        { BaselineJumps: not null, Comparison.Baseline: { } baseline } => Markup.Of(
            $"the baseline {baseline} jumps between {new Nanoseconds(verdict.BaselineJumps.Low).ToString()} and "
            + $"{new Nanoseconds(verdict.BaselineJumps.High).ToString()}"),
        { Fastest.Count: > 1 } => Markup.Of($"{Strategies(verdict.Fastest, "and")} share the lead"),
        { Fastest: [string first], Unknown.Count: > 0 } => Markup.Of($"<b>{first}</b> is among the fastest"),
        { Fastest: [string only], Comparison: null } => Markup.Of($"<b>{only}</b>"),
        { Fastest: [string only], Comparison: { } comparison } =>
            Markup.Of($"<b>{only}</b> wins{(comparison.IsProvisional ? ", provisionally" : string.Empty)}"),
        _ => Markup.Of($"no clear winner"),
    };

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

    // One more than a verdict names.
    private static Markup[] More(int count) => count > 0 ? [Markup.Of($"{count} more")] : [];

    private static string Size(long bytes) => new ByteSize(bytes).ToString();
}
