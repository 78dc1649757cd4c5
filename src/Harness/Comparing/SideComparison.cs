using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Statistics;

namespace FileTransfer.Harness.Comparing;

/// <summary>Concludes from the rounds of a comparison: every case, and whether anything became worse.</summary>
/// <remarks>
/// In each round the base is measured twice and the other side once. The difference of a round is that of the other side's logarithm of
/// its time from the mean of the base's two, turn by turn where the three took turns. All cases share one error rate by Bonferroni, as in a
/// <see cref="Race"/>. The base against itself is an A/A test within the comparison: what it shows is added to the margin, so that
/// a machine that cannot repeat itself alarms nobody.
/// </remarks>
internal sealed class SideComparison
{
    private SideComparison(double margin, IReadOnlyList<ComparedCase> cases)
    {
        Margin = margin;
        Cases = cases;
    }

    /// <summary>Ratio above 1 within which two times count as equal: the threshold, or what the base showed against itself.</summary>
    public double Margin { get; }

    /// <summary>All cases, in the order of the run.</summary>
    public IReadOnlyList<ComparedCase> Cases { get; }

    /// <summary>Number of cases with a verdict.</summary>
    public int Count(ChangeVerdict verdict) => Cases.Count(one => one.Verdict == verdict);

    /// <summary>True when no more rounds can change anything for the better: every case is decided or failed.</summary>
    public bool IsDecided =>
        Cases.All(one => one.Verdict is not ChangeVerdict.CannotTell && (one.Interval is not null || one.Reason is not null));

    /// <summary>True when all cases have failed on a side, so that more rounds cannot tell anything.</summary>
    public bool HasFailed => Cases.Count > 0 && Cases.All(one => one.HasFailed);

    /// <summary>Compares what the rounds that count have measured.</summary>
    /// <param name="rounds">The rounds that count, in their order.</param>
    /// <param name="threshold">Ratio above 1 that is of no interest, such as 1.05.</param>
    /// <param name="errorRate">Chance that any case is judged wrongly, where nothing has changed.</param>
    public static SideComparison Of(IReadOnlyList<ComparisonRound> rounds, double threshold, double errorRate = Races.ErrorRate)
    {
        CaseRounds[] cases = [.. rounds
            .SelectMany(round => round.Sides)
            .SelectMany(side => side.Measurements)
            .Where(measurement => Verdicts.Delivers(measurement) && measurement.Outcome != Outcome.Unsupported)
            .DistinctBy(measurement => (measurement.Strategy, measurement.Transport, measurement.SizeBytes, measurement.Placement))
            .Select(measurement => CaseRounds.Of(measurement, rounds))];
        // A case may be called faster, and it may be called slower.
        double rate = errorRate / (2 * Math.Max(1, cases.Length));
        double repeated = cases
            .Where(one => one.IsComparable)
            .Select(one => Math.Abs(Location(one.Repeated).Mean))
            .DefaultIfEmpty()
            .Max();
        double margin = Math.Max(threshold, Math.Exp(repeated));
        return new SideComparison(margin, [.. cases.Select(one => Judge(one, rate, margin))]);
    }

    private static ComparedCase Judge(CaseRounds one, double rate, double margin)
    {
        var unknown = new ComparedCase
        {
            Strategy = one.Measurement.Strategy,
            Transport = one.Measurement.Transport,
            SizeBytes = one.Measurement.SizeBytes,
            Placement = one.Measurement.Placement,
            Rounds = one.Known.Length,
            Verdict = ChangeVerdict.Invalid,
            LogRatios = one.Known,
            Times = one.Times,
        };
        if (one.Failure is { } failure)
        {
            return unknown with { Reason = failure, HasFailed = true };
        }

        if (one.Known.Length == 0)
        {
            return one.Base.Length == 0 || one.Other.Length == 0
                ? unknown with { Reason = "no round measured it on both sides" }
                : unknown with
                {
                    BaseNanoseconds = Math.Exp(Median(one.Base)),
                    OtherNanoseconds = Math.Exp(Median(one.Other)),
                    Reason = "in no round were both ends of all sides placed alike; pin them (--affinity same,split), or give it more "
                        + "rounds",
                };
        }

        (double mean, double error) = Location(one.Known);
        double reach = one.IsComparable
            ? TrimmedMean.Quantile(TrimmedMean.Freedom(one.Known.Length), rate) * error
            : double.PositiveInfinity;
        Interval? interval = double.IsFinite(reach) ? new Interval(Math.Exp(mean - reach), Math.Exp(mean + reach)) : null;
        return unknown with
        {
            BaseNanoseconds = Math.Exp(Median(one.Base)),
            OtherNanoseconds = Math.Exp(Median(one.Other)),
            Ratio = Math.Exp(mean),
            Interval = interval,
            BaseAgainstItself = Math.Exp(Location(one.Repeated).Mean),
            Reason = interval is null ? $"at least {Race.FewestRounds} rounds are needed, and {one.Known.Length} count" : null,
            Verdict = interval switch
            {
                null => ChangeVerdict.Invalid,
                { Lower: var lower } when lower > margin => ChangeVerdict.Regression,
                { Upper: var upper } when upper < 1 / margin => ChangeVerdict.Improvement,
                { Lower: var lower, Upper: var upper } when lower > 1 / margin && upper < margin => ChangeVerdict.Equivalent,
                _ => ChangeVerdict.CannotTell,
            },
        };
    }

    private static (double Mean, double Error) Location(double[] values) => values.Length switch
    {
        0 => (0, double.NaN),
        1 => (values[0], double.NaN),
        _ => TrimmedMean.Of([.. values]),
    };

    private static double Median(double[] values)
    {
        double[] sorted = [.. values.Order()];
        return sorted[sorted.Length / 2];
    }

    /// <summary>The logarithms of one case, round by round; NaN where a side has no launch.</summary>
    private sealed record CaseRounds(
        Measurement Measurement,
        double[] Base,
        double[] Other,
        double[] Differences,
        double[] Repeated,
        RoundTimes[] Times,
        string? Failure)
    {
        /// <summary>The differences of the rounds in which all three were measured.</summary>
        public double[] Known { get; } = [.. Differences.Where(double.IsFinite)];

        public bool IsComparable => Failure is null && Known.Length >= Race.FewestRounds;

        public static CaseRounds Of(Measurement measurement, IReadOnlyList<ComparisonRound> rounds)
        {
            double[][] sides = [.. Enumerable.Range(0, 3)
                .Select(side => rounds.Select(round => Logarithm(round.Sides[side], measurement)).ToArray())];
            double[] differences =
                [.. rounds.Select(round => (Difference(round, measurement, 2, 0) + Difference(round, measurement, 2, 1)) / 2)];
            string? failure = rounds
                .SelectMany(round => round.Sides)
                .Select(side => Find(side, measurement))
                .Where(found => found is { Outcome: not Outcome.Measured })
                .Select(found => found!.Reason ?? "it was not measured")
                .FirstOrDefault();
            return new CaseRounds(
                measurement,
                Finite([.. sides[0], .. sides[1]]),
                Finite(sides[2]),
                differences,
                Finite([.. rounds.Select(round => Difference(round, measurement, 1, 0))]),
                [.. Enumerable.Range(0, rounds.Count)
                    .Where(round => double.IsFinite(differences[round]))
                    .Select(
                        round => new RoundTimes(Nanoseconds(sides[0][round]), Nanoseconds(sides[1][round]), Nanoseconds(sides[2][round])))],
                failure);
        }

        private static double Nanoseconds(double logarithm) => Math.Round(Math.Exp(logarithm), 1);

        private static double[] Finite(double[] values) => [.. values.Where(double.IsFinite)];

        /// <summary>The logarithm of the time of one side divided by that of another; turn by turn where they took turns.</summary>
        private static double Difference(ComparisonRound round, Measurement measurement, int one, int other)
        {
            if (!round.AreTogether)
            {
                return Logarithm(round.Sides[one], measurement) - Logarithm(round.Sides[other], measurement);
            }

            (Launch? first, Launch? second) = (LaunchOf(round.Sides[one], measurement), LaunchOf(round.Sides[other], measurement));
            // In two groups they were not alive together, and the reference of each is another side's, which may have changed too.
            return first?.Group == second?.Group ? PairedTurns.Difference(first, second) : double.NaN;
        }

        private static double Logarithm(RunResult side, Measurement measurement) =>
            LaunchOf(side, measurement) is { } launch ? PairedTurns.LogarithmOf(launch) : double.NaN;

        private static Launch? LaunchOf(RunResult side, Measurement measurement) =>
            Find(side, measurement) is { Outcome: Outcome.Measured, Launches: [var launch, ..] } ? launch : null;

        private static Measurement? Find(RunResult side, Measurement measurement) => side.Measurements.FirstOrDefault(
            candidate => (candidate.Strategy, candidate.Transport, candidate.SizeBytes, candidate.Placement)
                == (measurement.Strategy, measurement.Transport, measurement.SizeBytes, measurement.Placement));
    }
}
