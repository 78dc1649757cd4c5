using FileTransfer.Results;
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
        string[] one = Ids(round.First);
        string[] other = Ids(round.Other);
        return one.Order().SequenceEqual(other.Order()) || HasTwice(one) || HasTwice(other)
            ? round
            : round with { First = Renamed(round.First), Second = Renamed(round.Second), Other = Renamed(round.Other) };
    }

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
