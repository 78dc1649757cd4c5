using System.Globalization;
using FileTransfer.Results.Statistics;

namespace FileTransfer.Results.Analysis;

/// <summary>Writes a verdict as one sentence.</summary>
/// <param name="run">The run.</param>
/// <param name="all">All strategies of the group, measured or not.</param>
/// <param name="ranking">The measured strategies, the fastest first.</param>
/// <param name="verdict">The verdict to write.</param>
internal sealed class VerdictText(RunResult run, IReadOnlyList<Measurement> all, IReadOnlyList<Measurement> ranking, Verdict verdict)
{
    /// <summary>Number of strategies that a sentence names before it counts the rest.</summary>
    public const int MostNamed = 4;

    private string? Baseline => run.Run.Baseline;

    private int Rounds => ranking.Min(measurement => measurement.Launches.Count);

    /// <summary>The sentence for a group in which nothing was measured.</summary>
    public static string NothingMeasured(IEnumerable<Measurement> group) =>
        "nothing was measured "
        + $"({string.Join(", ", Named([.. group.Select(measurement => $"{measurement.Strategy} {Describe(measurement.Outcome)}")]))})";

    /// <summary>The first few items, then the number of items left out.</summary>
    public static IReadOnlyList<string> Named(IReadOnlyList<string> items) =>
        items.Count <= MostNamed ? items : [.. items.Take(MostNamed), $"{items.Count - MostNamed} more"];

    /// <summary>Items joined by commas, with a conjunction before the last.</summary>
    public static string Enumerate(IReadOnlyList<string> items, string conjunction = "and") =>
        items.Count == 1 ? items[0] : $"{string.Join(", ", items.SkipLast(1))} {conjunction} {items[^1]}";

    /// <summary>The whole sentence.</summary>
    public string Sentence()
    {
        string provision = Rounds < Comparison.RoundsNeeded ? $"provisional ({Count(Rounds)} of {Comparison.RoundsNeeded} rounds): " : "";
        return provision + (ranking.Count == 1 ? Alone() : verdict.AtWorst.Count == 0 ? TooFewRounds() : Compared());
    }

    private static string Count(int number) => number.ToString(CultureInfo.InvariantCulture);

    private static string Describe(Outcome outcome) => outcome switch
    {
        Outcome.Failed => "failed",
        Outcome.Unsupported => "is unsupported here",
        _ => "was measured",
    };

    private static string Median(Measurement measurement) => new Nanoseconds(measurement.Statistics!.P50).ToString();

    private string Alone() => $"only {ranking[0].Strategy} was measured, median {Median(ranking[0])}";

    private string TooFewRounds() =>
        $"{ranking[0].Strategy} has the lowest median, {Median(ranking[0])}; "
        + $"nothing is proven with fewer than {SignFlips.FewestRounds} rounds";

    private string Compared()
    {
        string who = verdict.Fastest.Count switch
        {
            0 => Unproven(),
            1 when verdict.Unknown.Count > 0 =>
                $"{verdict.Fastest[0]}{Role(verdict.Fastest[0])} is one of the fastest, "
                + $"at worst {RatioText.Of(verdict.AtWorst[verdict.Fastest[0]])} slower than the best",
            1 => $"{verdict.Fastest[0]}{Role(verdict.Fastest[0])} is the fastest{Lead()}",
            _ =>
                $"{Enumerate(Named(verdict.Fastest))} are the fastest (the least CPU time first), "
                + $"none more than {RatioText.Of(verdict.Fastest.Max(id => verdict.AtWorst[id]))} slower than the best",
        };
        return who + AgainstBaseline() + Unknown() + NotSteady();
    }

    private string Role(string id) => id == Baseline ? ", the baseline," : "";

    private string Lead()
    {
        Measurement second = ranking.First(measurement => measurement.Strategy != verdict.Fastest[0]);
        return verdict.Lead is { } lead && lead > 1 && second.Strategy != Baseline
            ? $", {RatioText.Of(lead)} ahead of {second.Strategy}"
            : "";
    }

    private string Unproven()
    {
        string names = Enumerate(Named(verdict.Unknown), "or");
        Comparison? closest = Comparisons.Of(run).Between(ranking[0], ranking[1]);
        string settled = closest switch
        {
            { RoundsToSettle: { } rounds } => Settled(closest, $"about {Count(rounds)}"),
            { Verdict: ComparisonVerdict.CannotTell, SmallestSeen: not null } =>
                Settled(closest, $"more than {Count(Comparison.MostRounds)}"),
            _ => "",
        };
        string seen = closest?.SmallestSeen is { } smallest ? $" (a difference of {RatioText.Of(smallest)} would have been detected)" : "";
        return $"cannot tell which is the fastest: {names}{seen}{settled}";
    }

    private static string Settled(Comparison closest, string rounds) =>
        $"; {rounds} rounds would tell {closest.Baseline} from {closest.Other} or show that they are equal";

    private string AgainstBaseline()
    {
        if (all.FirstOrDefault(measurement => measurement.Strategy == Baseline) is not { Outcome: Outcome.Measured })
        {
            return $"; not compared, because {NoBaseline()}";
        }

        if (verdict.Comparison is not { } comparison || comparison.Verdict != ComparisonVerdict.Faster)
        {
            return verdict.Fastest.Count > 1 && verdict.Fastest.Contains(Baseline) ? $"; the baseline {Baseline} is one of them" : "";
        }

        Measurement first = ranking.First(measurement => measurement.Strategy == comparison.Other);
        string name = verdict.Fastest.Count == 1 ? "" : $"{first.Strategy} is ";
        return verdict.BaselineJumps is { } jumps
            ? $"; the baseline {Baseline} jumps between {new Nanoseconds(jumps.Low)} and {new Nanoseconds(jumps.High)}, "
                + $"so {first.Strategy} is {RatioText.Range(jumps.Low / first.Statistics!.P50, jumps.High / first.Statistics.P50)} faster"
            : $"; {name}{RatioText.Faster(comparison, Baseline!)}";
    }

    private string NoBaseline() => (Baseline, all.FirstOrDefault(measurement => measurement.Strategy == Baseline)?.Outcome) switch
    {
        (null, _) => "the run has no baseline",
        (_, null) => $"the baseline {Baseline} was not measured here",
        (_, { } known) => $"the baseline {Baseline} {Describe(known)}",
    };

    /// <summary>The strategies that the verdict rests on and whose times were not steady.</summary>
    private string NotSteady()
    {
        string[] named = [.. ranking
            .Where(measurement => verdict.Fastest.Contains(measurement.Strategy)
                || measurement.Strategy == Baseline
                || measurement == ranking[0])
            .Select(measurement => (measurement.Strategy, Moves: Unsettled.Of(measurement)))
            .Where(item => item.Moves is not null)
            .Select(item => $"{item.Strategy} ({item.Moves})")];
        return named.Length == 0 ? "" : $"; not steady: {Enumerate(Named(named))}";
    }

    private string Unknown()
    {
        if (verdict.Fastest.Count == 0 || verdict.Unknown.Count == 0)
        {
            return "";
        }

        string each = Enumerate(Named([.. verdict.Unknown.Select(id => $"{id} (at worst {RatioText.Of(verdict.AtWorst[id])} slower)")]));
        return $"; unknown: {each}";
    }
}
