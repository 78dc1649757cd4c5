using FileTransfer.Results.Statistics;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Results.Analysis;

/// <summary>Concludes from the measurements of a run which strategies are the fastest.</summary>
/// <remarks>
/// Only measurements of the same size and placement over the same transport are compared, and only strategies that deliver one payload
/// after another: with several in flight, each transfer takes longer. Where every strategy can use only one of the transports of the
/// run, the transport belongs to the strategy, and all are compared. The fastest form a set, which a race of the size and group has found
/// (<see cref="Races"/>).
/// </remarks>
internal static class Verdicts
{
    /// <summary>The profile that only checks that everything works.</summary>
    private const string Smoke = "smoke";

    private static readonly ComputedOnce<RunResult, IReadOnlyList<Verdict>> s_known = new(Judge);
    private static readonly ComputedOnce<RunResult, Tuple<bool>> s_apart = new(run => Tuple.Create(AreApart(run)));

    /// <summary>One verdict per size and group, sizes ascending, groups in the order of the run; none for a smoke run.</summary>
    public static IReadOnlyList<Verdict> Of(RunResult run) => ReferenceEquals(run, run.Whole)
        ? s_known.Of(run)
        : [.. s_known.Of(run.Whole).Where(verdict => verdict.Group.Placement == run.Measurements[0].Placement)];

    /// <summary>False for a run that is too short to conclude anything, and for one under an imitation, whose times are nobody's.</summary>
    public static bool AreDrawn(RunResult run) => run.Run.Profile != Smoke && run.Environment.Emulation is null;

    /// <summary>
    /// The baseline of the run compared with a measurement of the same size and transport; null when the measurement is the
    /// baseline itself or delivers nothing, when either was not measured, and in a run under an imitation.
    /// </summary>
    public static Comparison? AgainstBaseline(RunResult run, Measurement measurement)
    {
        Measurement? baseline = run.Measurements.FirstOrDefault(candidate =>
            candidate.Strategy == run.Run.Baseline
                && candidate.SizeBytes == measurement.SizeBytes
                && GroupOf(run, candidate) == GroupOf(run, measurement));
        return run.Environment.Emulation is null
            && baseline is not null
            && baseline.Strategy != measurement.Strategy
            && (Competes(measurement) || IsNative(measurement))
            ? Comparisons.Of(run).Between(baseline, measurement)
            : null;
    }

    /// <summary>False for strategies that send nothing.</summary>
    public static bool Delivers(Measurement measurement) => measurement.Dimensions.Role != StrategyRole.Harness;

    /// <summary>
    /// False for measurements that are not compared for speed: strategies that deliver nothing, requests made in rounds of many, and
    /// the native reference.
    /// </summary>
    public static bool Competes(Measurement measurement) =>
        Delivers(measurement) && measurement.Dimensions.Request is null && !IsNative(measurement);

    /// <summary>True for a way of the native reference: strategies are compared with it, but it cannot be chosen.</summary>
    public static bool IsNative(Measurement measurement) => measurement.Dimensions.Counterpart is not null;

    /// <summary>The group that a measurement is compared in, beside its size.</summary>
    public static ComparedGroup GroupOf(RunResult run, Measurement measurement) =>
        new(s_apart.Of(run.Whole).Item1 ? measurement.Transport : "", measurement.Placement);

    private static bool AreApart(RunResult run)
    {
        Measurement[] competing = [.. run.Measurements.Where(Competes)];
        // A run with a single transport names it all the same.
        return competing.Select(measurement => measurement.Transport).Distinct().Count() <= 1
            || competing
                .GroupBy(measurement => measurement.Strategy)
                .Any(strategy => strategy.Select(measurement => measurement.Transport).Distinct().Count() > 1);
    }

    private static IReadOnlyList<Verdict> Judge(RunResult run)
    {
        if (!AreDrawn(run))
        {
            return [];
        }

        Measurement[] deliveries = [.. run.Measurements.Where(one => Competes(one) && !Twins.IsOne(run, one))];
        return
        [
            .. deliveries
                .GroupBy(measurement => (measurement.SizeBytes, Group: GroupOf(run, measurement)))
                .OrderBy(group => group.Key.SizeBytes)
                .Select(group => new FastestSet(run, [.. group]).Judge(group.Key.Group)),
        ];
    }
}
