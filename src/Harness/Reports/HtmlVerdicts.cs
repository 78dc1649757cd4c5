using FileTransfer.Harness.Results;
using FileTransfer.Harness.Statistics;
using FileTransfer.Strategies;

namespace FileTransfer.Harness.Reports;

/// <summary>Who wins at which size, by how much, and between which sizes that changes.</summary>
internal static class HtmlVerdicts
{
    /// <summary>What the section holds.</summary>
    public static Markup Content(RunResult run)
    {
        IReadOnlyList<Verdict> verdicts = Verdicts.Of(run);
        if (verdicts.Count == 0)
        {
            return Markup.Of($"<p>Nothing was measured.</p>\n");
        }

        AdvantageScale scale = new(verdicts);
        return Markup.Of($"""
            <ol class="verdicts">
            {verdicts.Select(verdict => Item(verdict, scale))}</ol>
            {(scale.IsEmpty ? Markup.Empty : Markup.Of($"<p class=\"note\">The graphic beside a verdict is the winner's advantage with its 95 % interval, on a scale from {scale.Least} to {scale.Most}; the upright line is 1×, where two strategies are equally fast.</p>\n"))}<h3>Crossovers</h3>
            {Leads(run)}
            """);
    }

    private static Markup Item(Verdict verdict, AdvantageScale scale)
    {
        // A verdict's text begins with its size, which stands in a column of its own here.
        string[] parts = verdict.Text.Split(": ", 2);
        string css = IsWon(verdict) ? "won" : "open";
        return Markup.Of($"""
            <li class="{css}"><span class="size">{parts[0]}</span> <div class="finding"><p class="headline">{Headline(verdict)}</p> <p>{parts[^1]}.</p></div>{scale.Draw(verdict)}</li>

            """);
    }

    // The strategy with the lowest median need not be the faster one by its launches.
    private static bool IsWon(Verdict verdict) => verdict.Comparison is { } comparison
        && comparison.Verdict == (verdict.Winner == comparison.Baseline ? ComparisonVerdict.Slower : ComparisonVerdict.Faster);

    private static Markup Headline(Verdict verdict) => verdict switch
    {
        { Winner: null } => Markup.Of($"no result"),
        { Comparison: null } => Markup.Of($"<b>{verdict.Winner}</b>"),
        { Comparison.Interval: null } => Markup.Of($"<b>{verdict.Winner}</b> leads, unproven"),
        { Peers.Count: > 0 } when IsWon(verdict) => Markup.Of($"{Strategies([verdict.Winner, .. verdict.Peers], "and")} share the lead"),
        _ when IsWon(verdict) => Markup.Of($"<b>{verdict.Winner}</b> wins{(verdict.Comparison.IsProvisional ? ", provisionally" : string.Empty)}"),
        _ => Markup.Of($"no clear winner"),
    };

    private static Markup Leads(RunResult run)
    {
        IReadOnlyList<Crossover> crossovers = Crossovers.Of(run);
        bool oneTransport = run.Measurements.Where(Verdicts.Competes).Select(measurement => Verdicts.Field(run, measurement)).Distinct().Count() <= 1;
        IEnumerable<Markup> leads = Crossovers.Leads(run).Select(lead => Markup.Of($"""
            <li>{Range(lead)}{Over(lead.Transport)}: {Strategies(lead.Strategies, "and")} {(lead.Strategies.Count == 1 ? "is" : "are each")} the fastest, or cannot be told from the fastest.</li>

            """));
        Markup change = crossovers.Count == 0
            ? Markup.Of($"<p>None: nowhere does the lead pass from one strategy to another that can be told from it.</p>\n")
            : Markup.Of($"<ul class=\"crossovers\">\n{crossovers.Select(Change)}</ul>\n");
        return Markup.Of($"{change}<ul class=\"leads\">\n{leads}</ul>\n");

        string Over(string transport) => oneTransport ? string.Empty : $" over {transport}";

        Markup Change(Crossover crossover) => Markup.Of($"""
            <li>Between <b>{Size(crossover.LowerBytes)}</b> and <b>{Size(crossover.UpperBytes)}</b>{Over(crossover.Transport)} the lead passes from {Strategies(crossover.From, "or")} to {Strategies(crossover.To, "or")}.</li>

            """);
    }

    private static string Range(Lead lead) => lead.FirstBytes == lead.LastBytes
        ? $"At {Size(lead.FirstBytes)}"
        : $"From {Size(lead.FirstBytes)} to {Size(lead.LastBytes)}";

    private static Markup Strategies(IReadOnlyList<string> ids, string conjunction)
    {
        Markup[] names = [.. ids.Take(VerdictText.MostNamed + 1).Select(id => Markup.Of($"<b>{id}</b>")), .. More(ids.Count - VerdictText.MostNamed - 1)];
        return names.Length == 1 ? names[0] : Markup.Of($"{new Markup(string.Join(", ", names[..^1]))} {conjunction} {names[^1]}");
    }

    // The winner and as many beside it as a verdict names.
    private static Markup[] More(int count) => count > 0 ? [Markup.Of($"{count} more")] : [];

    private static string Size(long bytes) => new ByteSize(bytes).ToString();
}
