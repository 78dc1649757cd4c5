using FileTransfer.Harness.Results;
using FileTransfer.Harness.Statistics;
using FileTransfer.Strategies;

namespace FileTransfer.Harness.Analysis;

/// <summary>Answers, from the measurements of a run, which way is the fastest.</summary>
/// <remarks>
/// Only the same size over the same transport is compared, and only strategies that deliver one payload after another: with
/// several in flight each takes the longer the more they are. Where every strategy can use only one of the transports
/// of the run, that is part of what it is, and all compare. The fastest are a set, as in multiple comparisons with the best
/// (J. C. Hsu, 1984), read off the intervals that all comparisons of the run share.
/// </remarks>
public static class Verdicts
{
    /// <summary>Who takes longer than the best by more than this at worst is not called one of the fastest.</summary>
    public const double LittleSlower = 1.25;

    /// <summary>The profile that only shows that everything works.</summary>
    private const string Smoke = "smoke";

    private static readonly Once<RunResult, IReadOnlyList<Verdict>> s_known = new(Judge);
    private static readonly Once<RunResult, Tuple<bool>> s_apart = new(run => Tuple.Create(AreApart(run)));

    /// <summary>One verdict per size and transport, sizes ascending, transports in the order of the run; none of a run that draws none.</summary>
    public static IReadOnlyList<Verdict> Of(RunResult run) => s_known.Of(run);

    /// <summary>False for a run that is too short to conclude anything.</summary>
    public static bool AreDrawn(RunResult run) => run.Run.Profile != Smoke;

    /// <summary>
    /// The baseline of the run against a measurement, at its size and over its transport; null when it is the baseline
    /// itself, when either of them was not measured, or when it delivers nothing.
    /// </summary>
    public static Comparison? AgainstBaseline(RunResult run, Measurement measurement)
    {
        Measurement? baseline = run.Measurements.FirstOrDefault(candidate =>
            candidate.Strategy == run.Run.Baseline && candidate.SizeBytes == measurement.SizeBytes && Field(run, candidate) == Field(run, measurement));
        return baseline is not null && baseline.Strategy != measurement.Strategy && (Competes(measurement) || IsNative(measurement))
            ? Comparisons.Of(run).Between(baseline, measurement)
            : null;
    }

    /// <summary>False for strategies that send nothing.</summary>
    public static bool Delivers(Measurement measurement) => measurement.Dimensions.Role != StrategyRole.Harness;

    /// <summary>False for what is not raced: strategies that deliver nothing, requests in rounds of many, the native reference.</summary>
    public static bool Competes(Measurement measurement) =>
        Delivers(measurement) && measurement.Dimensions.Request is null && !IsNative(measurement);

    /// <summary>True for a way of the native reference: strategies are compared with it, and it is no choice.</summary>
    public static bool IsNative(Measurement measurement) => measurement.Dimensions.Counterpart is not null;

    /// <summary>What a measurement is compared within beside its size: its transport, or nothing where transports are no choice.</summary>
    public static string Field(RunResult run, Measurement measurement) => s_apart.Of(run).Item1 ? measurement.Transport : "";

    private static bool AreApart(RunResult run)
    {
        Measurement[] competing = [.. run.Measurements.Where(Competes)];
        // A run with one transport has no choice either, and names it all the same.
        return competing.Select(measurement => measurement.Transport).Distinct().Count() <= 1
            || competing.GroupBy(measurement => measurement.Strategy).Any(strategy => strategy.Select(measurement => measurement.Transport).Distinct().Count() > 1);
    }

    private static IReadOnlyList<Verdict> Judge(RunResult run)
    {
        if (!AreDrawn(run))
        {
            return [];
        }

        Measurement[] deliveries = [.. run.Measurements.Where(Competes)];
        bool oneTransport = deliveries.Select(measurement => Field(run, measurement)).Distinct().Count() <= 1;
        return
        [
            .. deliveries
                .GroupBy(measurement => (measurement.SizeBytes, Field: Field(run, measurement)))
                .OrderBy(group => group.Key.SizeBytes)
                .Select(group => new Race(run, [.. group]).Judge(group.Key.Field, oneTransport)),
        ];
    }
}
