using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Strategies.Variants;

namespace FileTransfer.Harness.Comparing;

/// <summary>
/// Lets variants of one strategy be compared: <c>--base "--strategies send-file" --diff "--strategies send-file@cold"</c>.
/// </summary>
internal static class SameNames
{
    /// <summary>The round with the variants under the ids of their originals, unless both sides measured the same ids.</summary>
    public static ComparisonRound Of(ComparisonRound round)
    {
        round = SamePlace(round);
        string[] one = Ids(round.First);
        string[] other = Ids(round.Other);
        return one.Order().SequenceEqual(other.Order()) || HasTwice(one) || HasTwice(other)
            ? round
            : round with { First = Renamed(round.First), Second = Renamed(round.Second), Other = Renamed(round.Other) };
    }

    /// <summary>
    /// Sides of one placement each can differ in that: <c>--base "--affinity same" --diff "--affinity split"</c>. Then it is left out.
    /// </summary>
    private static ComparisonRound SamePlace(ComparisonRound round) =>
        PlacementText.Of(round.First) is [var one] && PlacementText.Of(round.Other) is [var other] && one != other
            ? round with { First = Anywhere(round.First), Second = Anywhere(round.Second), Other = Anywhere(round.Other) }
            : round;

    private static RunResult Anywhere(RunResult run) =>
        run with { Measurements = [.. run.Measurements.Select(measurement => measurement with { Placement = null })] };

    private static string[] Ids(RunResult run) => [.. run.Measurements.Select(measurement => measurement.Strategy).Distinct()];

    /// <summary>Two variants of one strategy cannot both have its id.</summary>
    private static bool HasTwice(string[] ids) => ids.Select(StrategyVariant.OriginalOf).Distinct().Count() < ids.Length;

    private static RunResult Renamed(RunResult run) => run with
    {
        Measurements =
        [
            .. run.Measurements.Select(measurement => measurement with { Strategy = StrategyVariant.OriginalOf(measurement.Strategy) }),
        ],
    };
}
