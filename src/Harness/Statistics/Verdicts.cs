using FileTransfer.Harness.Results;
using FileTransfer.Strategies;

namespace FileTransfer.Harness.Statistics;

/// <summary>Answers, from the measurements of a run, which way is the fastest.</summary>
/// <remarks>
/// Only the same size over the same transport is compared, and only strategies that deliver one payload after another: with
/// several in flight each takes the longer the more they are. Where every strategy can use only one of the transports
/// of the run, that is part of what it is, and all compare.
/// </remarks>
public static class Verdicts
{
    private static readonly Once<RunResult, IReadOnlyList<Verdict>> s_known = new(Judge);
    private static readonly Once<RunResult, Tuple<bool>> s_apart = new(run => Tuple.Create(AreApart(run)));

    /// <summary>One verdict per size and transport, sizes ascending, transports in the order of the run.</summary>
    public static IReadOnlyList<Verdict> Of(RunResult run) => s_known.Of(run);

    /// <summary>
    /// The baseline of the run against a measurement, at its size and over its transport; null when it is the baseline
    /// itself, when either of them was not measured, or when it delivers nothing.
    /// </summary>
    public static Comparison? AgainstBaseline(RunResult run, Measurement measurement)
    {
        Measurement? baseline = run.Measurements.FirstOrDefault(candidate =>
            candidate.Strategy == run.Run.Baseline && candidate.SizeBytes == measurement.SizeBytes && Field(run, candidate) == Field(run, measurement));
        return baseline is not null && baseline.Strategy != measurement.Strategy && IsMeasured(baseline) && IsMeasured(measurement)
            ? Comparison.Of(baseline, measurement)
            : null;
    }

    /// <summary>False for strategies known to send nothing; ids unknown here were strategies where they were measured.</summary>
    public static bool Delivers(Measurement measurement) =>
        !StrategyCatalog.TryFind(measurement.Strategy, out StrategyDescriptor? descriptor) || descriptor.Delivers;

    /// <summary>False for strategies that deliver nothing, and for those with several transfers in flight, which are not raced.</summary>
    public static bool Competes(Measurement measurement) =>
        !StrategyCatalog.TryFind(measurement.Strategy, out StrategyDescriptor? descriptor) || (descriptor.Delivers && !descriptor.IsConcurrent);

    /// <summary>What a measurement is compared within beside its size: its transport, or nothing where transports are no choice.</summary>
    public static string Field(RunResult run, Measurement measurement) => s_apart.Of(run).Item1 ? measurement.Transport : "";

    private static bool AreApart(RunResult run)
    {
        Measurement[] competing = [.. run.Measurements.Where(Competes)];
        string[] transports = [.. competing.Select(measurement => measurement.Transport).Distinct()];
        return competing
            .Select(measurement => measurement.Strategy)
            .Distinct()
            .Any(id => !StrategyCatalog.TryFind(id, out StrategyDescriptor? descriptor) || descriptor.Transports.Intersect(transports).Count() > 1);
    }

    private static bool IsMeasured(Measurement measurement) =>
        Competes(measurement) && measurement is { Outcome: Outcome.Measured, Statistics: not null, Launches.Count: > 0 };

    private static IReadOnlyList<Verdict> Judge(RunResult run)
    {
        Measurement[] deliveries = [.. run.Measurements.Where(Competes)];
        bool oneTransport = deliveries.Select(measurement => Field(run, measurement)).Distinct().Count() <= 1;
        return
        [
            .. deliveries
                .GroupBy(measurement => (measurement.SizeBytes, Field: Field(run, measurement)))
                .OrderBy(group => group.Key.SizeBytes)
                .Select(group => Judge([.. group], group.Key.Field, run.Run.Baseline, oneTransport)),
        ];
    }

    private static Verdict Judge(IReadOnlyList<Measurement> group, string field, string? baselineId, bool oneTransport)
    {
        Measurement[] ranking = [.. group.Where(IsMeasured).OrderBy(measurement => measurement.Statistics!.P50)];
        string size = new ByteSize(group[0].SizeBytes).ToString();
        Verdict verdict = new()
        {
            SizeBytes = group[0].SizeBytes,
            Transport = field,
            Winner = ranking.Length > 0 ? ranking[0].Strategy : null,
            Text = oneTransport ? size : $"{size} over {field}",
        };

        if (ranking.Length == 0)
        {
            return verdict with { Text = $"{verdict.Text}: {VerdictText.NothingMeasured(group)}" };
        }

        Measurement winner = ranking[0];
        Measurement? baseline = ranking.FirstOrDefault(measurement => measurement.Strategy == baselineId);
        Measurement? rival = winner == baseline ? ranking.ElementAtOrDefault(1) : winner;
        if (baseline is null || rival is null)
        {
            string text = baseline is null
                ? VerdictText.NoBaseline(winner, baselineId, group.FirstOrDefault(measurement => measurement.Strategy == baselineId)?.Outcome)
                : VerdictText.OnlyBaseline(winner);
            return verdict with { Text = $"{verdict.Text}: {text}" };
        }

        Comparison comparison = Comparison.Of(baseline, rival);
        Measurement[] tied = [.. group
            .Where(measurement => IsMeasured(measurement) && measurement != winner && measurement != baseline && measurement != rival)
            .Where(measurement => Comparison.Of(winner, measurement) is { Interval: not null, Verdict: ComparisonVerdict.Indistinguishable })];

        // Where not all are named, those that are shall be the fastest.
        string[] peers = [.. (tied.Length > VerdictText.MostNamed ? tied.OrderBy(measurement => measurement.Statistics!.P50) : tied.AsEnumerable()).Select(measurement => measurement.Strategy)];
        return verdict with
        {
            Comparison = comparison,
            Peers = peers,
            Text = $"{verdict.Text}: {VerdictText.Compared(comparison, winner.Strategy, peers)}",
        };
    }
}
