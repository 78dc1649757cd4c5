using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Strategies.Variants;

namespace FileTransfer.Lab.Calibration;

/// <summary>What the races of a run said, where the truth is known.</summary>
/// <param name="Races">Number of races: sizes by placements.</param>
/// <param name="Answered">Those that name one that is as fast as the best.</param>
/// <param name="Decided">Those in which nothing is open.</param>
/// <param name="False">Those that say of a strategy and its copy, or of a copy that is slowed down, that the copy is faster.</param>
/// <param name="Slowed">Copies that are slowed down, but for those that have left the race with their originals.</param>
/// <param name="Found">Those that are proven to be slower than their originals.</param>
internal sealed record CalibrationAnswers(int Races, int Answered, int Decided, int False, int Slowed = 0, int Found = 0)
{
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
            races.Count(one => IsFalse(one.Race)),
            slowed.Length,
            slowed.Count(pair => pair.Race.Race.Ratio(pair.Race.PlaceOf(pair.Copy), pair.Race.PlaceOf(pair.Original))
                is (_, { Lower: > 1 })));
    }

    /// <summary>A copy that is proven to be faster than its original, or an equal one that is proven to be slower.</summary>
    private static bool IsFalse(GroupRace race) => race.Measurements.Any(copy =>
        race.Measurements.FirstOrDefault(one => one != copy && one.Strategy == StrategyVariant.OriginalOf(copy.Strategy)) is { } original
        && race.Race.Ratio(race.PlaceOf(copy), race.PlaceOf(original)) is (_, var interval)
        && (interval.Upper < 1 || (interval.Lower > 1 && StrategyVariant.IsTwin(copy.Strategy))));
}
