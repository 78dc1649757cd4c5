using FileTransfer.Harness.Results;
using FileTransfer.Strategies;

namespace FileTransfer.Harness.Statistics;

/// <summary>Answers, from the measurements of a run, which way is the fastest.</summary>
/// <remarks>Only the same size over the same transport is compared, and only strategies that deliver.</remarks>
public static class Verdicts
{
    private static readonly Once<RunResult, IReadOnlyList<Verdict>> s_known = new(Judge);

    /// <summary>One verdict per size and transport, sizes ascending, transports in the order of the run.</summary>
    public static IReadOnlyList<Verdict> Of(RunResult run) => s_known.Of(run);

    /// <summary>
    /// The baseline of the run against a measurement, at its size and over its transport; null when it is the baseline
    /// itself, when either of them was not measured, or when it delivers nothing.
    /// </summary>
    public static Comparison? AgainstBaseline(RunResult run, Measurement measurement)
    {
        Measurement? baseline = run.Measurements.FirstOrDefault(candidate =>
            candidate.Strategy == run.Run.Baseline && candidate.SizeBytes == measurement.SizeBytes && candidate.Transport == measurement.Transport);
        return baseline is not null && baseline.Strategy != measurement.Strategy && IsMeasured(baseline) && IsMeasured(measurement)
            ? Comparison.Of(baseline, measurement)
            : null;
    }

    /// <summary>False for strategies known to send nothing; ids unknown here were strategies where they were measured.</summary>
    public static bool Delivers(Measurement measurement) =>
        !StrategyCatalog.TryFind(measurement.Strategy, out StrategyDescriptor? descriptor) || descriptor.Delivers;

    private static bool IsMeasured(Measurement measurement) =>
        Delivers(measurement) && measurement is { Outcome: Outcome.Measured, Statistics: not null, Launches.Count: > 0 };

    private static IReadOnlyList<Verdict> Judge(RunResult run)
    {
        Measurement[] deliveries = [.. run.Measurements.Where(Delivers)];
        bool oneTransport = deliveries.Select(measurement => measurement.Transport).Distinct().Count() <= 1;
        return
        [
            .. deliveries
                .GroupBy(measurement => (measurement.SizeBytes, measurement.Transport))
                .OrderBy(group => group.Key.SizeBytes)
                .Select(group => Judge([.. group], run.Run.Baseline, oneTransport)),
        ];
    }

    private static Verdict Judge(IReadOnlyList<Measurement> group, string? baselineId, bool oneTransport)
    {
        Measurement[] ranking = [.. group.Where(IsMeasured).OrderBy(measurement => measurement.Statistics!.P50)];
        string size = new ByteSize(group[0].SizeBytes).ToString();
        Verdict verdict = new()
        {
            SizeBytes = group[0].SizeBytes,
            Transport = group[0].Transport,
            Winner = ranking.Length > 0 ? ranking[0].Strategy : null,
            Text = oneTransport ? size : $"{size} over {group[0].Transport}",
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
