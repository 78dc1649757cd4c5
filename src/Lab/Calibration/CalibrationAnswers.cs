using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Strategies.Variants;

namespace FileTransfer.Lab.Calibration;

/// <summary>What the races of a run said, where the truth is known.</summary>
/// <param name="Races">Number of races: sizes by placements.</param>
/// <param name="Answered">Those that name one that is as fast as the best.</param>
/// <param name="Decided">Those in which nothing is open.</param>
/// <param name="False">
/// Those that tell a strategy and its copy apart, call a copy faster that is slowed down, or as fast where it is slower than the margin.
/// </param>
/// <param name="Slowed">Copies that are slowed down, but for those that have left the race with their originals.</param>
/// <param name="Found">Those that are proven to be slower than their originals.</param>
internal sealed record CalibrationAnswers(int Races, int Answered, int Decided, int False, int Slowed = 0, int Found = 0)
{
    private const double PerCent = 100;

    /// <summary>Counts them.</summary>
    public static CalibrationAnswers Of(RunResult run)
    {
        (Verdict Verdict, GroupRace Race)[] races =
        [
            .. from verdict in Verdicts.Of(run)
               let race = Results.Analysis.Races.Of(run).In(verdict.SizeBytes, verdict.Group)
               where race is not null
               select (verdict, race),
        ];
        (GroupRace Race, Measurement Copy, Measurement Original)[] slowed =
        [
            .. from one in races
               from copy in one.Race.Measurements
               where Variants.SlowedVariant.PercentSlower(copy.Strategy) > 0
               from original in one.Race.Measurements
               where original.Strategy == StrategyVariant.OriginalOf(copy.Strategy)
                   && !(one.Race.StandingOf(copy).HasLeft && one.Race.StandingOf(original).HasLeft)
               select (one.Race, copy, original),
        ];
        return new CalibrationAnswers(
            races.Length,
            races.Count(one => one.Verdict.IsAnswer),
            races.Count(one => one.Race.Race.DecidedAfter is not null),
            races.Count(one => IsFalse(one.Race, Results.Analysis.Races.MarginOf(run.Run))),
            slowed.Length,
            slowed.Count(pair => pair.Race.Race.Ratio(pair.Race.PlaceOf(pair.Copy), pair.Race.PlaceOf(pair.Original))
                is (_, { Lower: > 1 })));
    }

    /// <summary>
    /// A copy that is proven to be faster than its original, an equal one that is proven to be slower, or one that is said to be as fast
    /// as the best although it takes longer than the original by more than the margin.
    /// </summary>
    private static bool IsFalse(GroupRace race, double margin) => race.Measurements.Any(copy =>
        race.Measurements.FirstOrDefault(one => one != copy && one.Strategy == StrategyVariant.OriginalOf(copy.Strategy)) is { } original
        && ((race.Race.Ratio(race.PlaceOf(copy), race.PlaceOf(original)) is (_, var interval)
                && (interval.Upper < 1 || (interval.Lower > 1 && StrategyVariant.IsTwin(copy.Strategy))))
            || (Variants.SlowedVariant.PercentSlower(copy.Strategy) / PerCent > margin && race.IsAsFast(copy))));
}
