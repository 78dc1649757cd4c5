using System.Globalization;
using FileTransfer.Results.Statistics;

namespace FileTransfer.Results.Analysis;

/// <summary>Writes a verdict: the answer in a few words, and the sentences behind it.</summary>
/// <param name="run">The run.</param>
/// <param name="all">All strategies of the group, measured or not.</param>
/// <param name="ranking">The measured strategies, the fastest first.</param>
/// <param name="race">Their race; null where only one was measured.</param>
/// <param name="verdict">The verdict to write.</param>
internal sealed class VerdictText(
    RunResult run, IReadOnlyList<Measurement> all, IReadOnlyList<Measurement> ranking, GroupRace? race, Verdict verdict)
{
    /// <summary>Number of strategies that an answer names before it counts the rest.</summary>
    public const int MostNamed = 4;

    /// <summary>Less than this share of the CPU time is not called the least.</summary>
    private const double MuchCheaper = 0.95;

    private const double PerCent = 100;
    private const double MostMinutes = 60;

    private string? Baseline => run.Run.Baseline;

    private int Rounds => ranking.Max(measurement => measurement.Launches.Count);

    private string Margin => Share(Races.MarginOf(run.Run));

    /// <summary>The answer for a group in which nothing was measured.</summary>
    public static string NothingMeasured(IEnumerable<Measurement> group) =>
        "nothing was measured "
        + $"({string.Join(", ", Named([.. group.Select(measurement => $"{measurement.Strategy} {Describe(measurement.Outcome)}")]))})";

    /// <summary>The first few items, then the number of items left out.</summary>
    public static IReadOnlyList<string> Named(IReadOnlyList<string> items) =>
        items.Count <= MostNamed ? items : [.. items.Take(MostNamed), $"{items.Count - MostNamed} more"];

    /// <summary>Items joined by commas, with a conjunction before the last.</summary>
    public static string Enumerate(IReadOnlyList<string> items, string conjunction = "and") =>
        items.Count == 1 ? items[0] : $"{string.Join(", ", items.SkipLast(1))} {conjunction} {items[^1]}";

    /// <summary>The answer.</summary>
    public string Answer() => (verdict.Fastest, verdict.Unknown) switch
    {
        _ when race is null => $"only {ranking[0].Strategy} was measured, median {Median(ranking[0])}",
        _ when Rounds < Race.FewestRounds && race.Race.DecidedAfter is null =>
            $"provisionally {ranking[0].Strategy}, after {Count(Rounds)} of {Race.FewestRounds} rounds",
        ([], []) => $"undecided between {Names([.. ranking.Select(measurement => measurement.Strategy)])}",
        ([], _) => Undecided(),
        ([string only], []) => only + Lead(),
        ([string first], _) => $"{first}: none is more than {Margin} faster; unclear: {Names(verdict.Unknown)}",
        (_, []) => $"{Enumerate(Named(verdict.Fastest), "or")} (less than {Margin} apart){Cheapest()}",
        _ => $"{Enumerate(Named(verdict.Fastest), "or")} (less than {Margin} apart); unclear: {Names(verdict.Unknown)}",
    };

    /// <summary>What the report says beside the answer, each a sentence without a full stop.</summary>
    public IReadOnlyList<string> Details() =>
        [.. ((string?[])[Unknown(), More(), AgainstBaseline(), SmallestSeen(), NotSteady()]).OfType<string>()];

    private static string Count(int number) => number.ToString(CultureInfo.InvariantCulture);

    /// <summary>A share as text, rounded up: <c>12 %</c>.</summary>
    private static string Share(double share) => string.Create(
        CultureInfo.InvariantCulture, $"{Math.Ceiling((share * PerCent) - 0.05):0} %");

    private static string Names(IReadOnlyList<string> ids) => Enumerate(Named(ids));

    private static string Describe(Outcome outcome) => outcome switch
    {
        Outcome.Failed => "failed",
        Outcome.Unsupported => "is unsupported here",
        _ => "was measured",
    };

    private static string Median(Measurement measurement) => new Nanoseconds(measurement.Statistics!.P50).ToString();

    private static double Cost(Measurement measurement) =>
        measurement.SenderCpuSecondsPerGB + measurement.ReceiverCpuSecondsPerGB ?? double.PositiveInfinity;

    private string Undecided()
    {
        double most = verdict.AtWorst[verdict.Unknown[0]] - 1;
        return verdict.Unknown.Count == 1
            ? $"{verdict.Unknown[0]}: none is more than {Share(most)} faster"
            : $"undecided between {Names(verdict.Unknown)}: with {verdict.Unknown[0]} you lose at most {Share(most)}";
    }

    /// <summary>The lead over the next, by rounds that chose neither, within the interval of the race.</summary>
    private string Lead()
    {
        Measurement first = ranking.First(measurement => measurement.Strategy == verdict.Fastest[0]);
        (Measurement Next, (double Ratio, Interval Interval)? Behind)[] others =
        [
            .. ranking
                .Where(other => other != first)
                .Select(other => (other, race!.Race.Ratio(race.PlaceOf(other), race.PlaceOf(first))))
                .Where(other => other.Item2 is not null)
                .OrderBy(other => other.Item2!.Value.Ratio),
        ];
        if (others is not [(var next, (double ratio, Interval interval)), ..])
        {
            return "";
        }

        double lead = Math.Clamp(verdict.Lead ?? ratio, interval.Lower, interval.Upper);
        return $", {RatioText.Of(lead)} as fast as the next, {next.Strategy} ({RatioText.Ends(interval)})";
    }

    private string Cheapest()
    {
        Measurement[] fastest = [.. ranking.Where(measurement => verdict.Fastest.Contains(measurement.Strategy)).OrderBy(Cost)];
        return fastest[0].Strategy != verdict.Fastest[0] && Cost(fastest[0]) < MuchCheaper * Cost(fastest[1])
            ? $"; {fastest[0].Strategy} costs the least CPU"
            : "";
    }

    private string? Unknown() => verdict.Unknown.Count == 0
        ? null
        : "Unclear, each with the most by which it may be slower than the best: "
            + Enumerate(Named([.. verdict.Unknown.Select(id => $"{id} ({Share(verdict.AtWorst[id] - 1)})")]));

    /// <summary>How much more time would tell, if the times stayed as they are; null where that is more than anybody would spend.</summary>
    private string? More()
    {
        string? first = verdict.Fastest.Concat(verdict.Unknown).FirstOrDefault();
        string? other = verdict.Unknown.FirstOrDefault(id => id != first);
        if (!run.Run.IsRace || first is null || other is null
            || race!.Race.Ratio(Place(first), Place(other)) is not (double ratio, Interval interval))
        {
            return null;
        }

        // The interval shrinks with the square root of the rounds, until it is shorter than the difference, or fits into the margin.
        double difference = Math.Abs(Math.Log(ratio));
        double goal = Math.Max(difference, Math.Log(1 + Races.MarginOf(run.Run)) - difference);
        double times = Math.Pow(Math.Log(interval.Upper / interval.Lower) / 2 / goal, 2) - 1;
        double minutes = Math.Ceiling(times * run.Run.DurationSeconds / 60);
        return minutes is >= 1 and <= MostMinutes
            ? string.Create(CultureInfo.InvariantCulture, $"About {minutes:0} min more would tell (--resume, --budget {minutes:0}m)")
            : null;

        int Place(string id) => race!.PlaceOf(ranking.First(measurement => measurement.Strategy == id));
    }

    private string? AgainstBaseline()
    {
        if (all.FirstOrDefault(measurement => measurement.Strategy == Baseline) is not { Outcome: Outcome.Measured })
        {
            return $"Not compared with the baseline, because {NoBaseline()}";
        }

        // Of two, the answer has said so.
        return ranking.Count > 2 && verdict.Comparison is { IsDecided: true } comparison
            ? $"{comparison.Other} is "
                + (comparison.Verdict == ComparisonVerdict.Faster
                    ? RatioText.Faster(comparison, Baseline!)
                    : RatioText.Slower(comparison, Baseline!))
            : null;
    }

    private string NoBaseline() => (Baseline, all.FirstOrDefault(measurement => measurement.Strategy == Baseline)?.Outcome) switch
    {
        (null, _) => "the run has none",
        (_, null) => $"{Baseline} was not measured here",
        (_, { } known) => $"{Baseline} {Describe(known)}",
    };

    private string? SmallestSeen() => verdict.Unknown.Count > 0
        && Comparisons.Of(run).Between(ranking[0], ranking[1]) is { SmallestSeen: { } seen }
        ? $"A difference of {RatioText.Of(seen)} between {ranking[0].Strategy} and {ranking[1].Strategy} would have been seen"
        : null;

    /// <summary>The strategies that the verdict rests on and whose times were not steady.</summary>
    private string? NotSteady()
    {
        string[] named = [.. ranking
            .Where(measurement => verdict.Fastest.Contains(measurement.Strategy)
                || measurement.Strategy == Baseline
                || measurement == ranking[0])
            .Select(measurement => (measurement.Strategy, Moves: Unsettled.Of(measurement)))
            .Where(item => item.Moves is not null)
            .Select(item => $"{item.Strategy} ({item.Moves})")];
        return named.Length == 0 ? null : $"Not steady: {Enumerate(Named(named))}";
    }
}
