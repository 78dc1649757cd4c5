using FileTransfer.Harness.Explaining.Cases;
using FileTransfer.Results.Errors;
using FileTransfer.Results.Explaining;
using FileTransfer.Results;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Harness.Explaining;

/// <summary>What a stored run says by itself about why it was sometimes slow: how its times vary, by the states that it recorded.</summary>
internal static class StoredExplanation
{
    private const string OnlyStored = "a stored run is not changed: name a budget to try it here (--budget 5m)";

    /// <summary>The case of a run: the one that was named, or the one whose times vary the most.</summary>
    /// <param name="run">The run.</param>
    /// <param name="strategy">Strategy by id, or null.</param>
    /// <param name="size">Size, or null.</param>
    /// <exception cref="UsageException">The run has no such case.</exception>
    public static Measurement Choose(RunResult run, string? strategy, ByteSize? size)
    {
        Measurement[] measured = [.. run.Measurements.Where(one =>
            one.Outcome == Outcome.Measured && one.Strategy != "null" && one.Launches.Any(launch => launch.Nanoseconds.Count > 0))];
        Measurement[] fitting = [.. measured.Where(one =>
            (strategy is null || one.Strategy == strategy) && (size is null || one.SizeBytes == size.Value.Bytes))];
        return fitting.Length > 0
            ? fitting.MaxBy(one => one.Statistics!.P90 / Math.Max(1, one.Statistics.P50))!
            : throw new UsageException(measured.Length == 0
                ? "this run has no case with samples"
                : "this run has no such case; it has "
                    + string.Join(", ", measured.Select(one => $"{one.Strategy} at {new ByteSize(one.SizeBytes)}").Distinct()));
    }

    /// <summary>Explains a case of a stored run.</summary>
    /// <param name="measurement">The case.</param>
    /// <param name="frame">Case, machine and command; what was found is added.</param>
    public static Explanation Of(Measurement measurement, Explanation frame)
    {
        ObservedLaunch[] launches = [.. measurement.Launches
            .Where(launch => launch.Nanoseconds.Count > 0)
            .Select(launch => ObservedLaunch.Of(Arm.AsItIs, launch.Round, launch, trace: null))];
        var traits = new CaseTraits { IsPinned = measurement.Placement is not (null or "none") };
        var seen = new Observed(launches, new StateReader(traits));
        IReadOnlyList<VariancePart> parts = VarianceShares.Of(seen.Transfers);
        var shape = TimeShape.Of(launches, parts);
        FoundCause[] causes = shape.Kind == ShapeKind.Steady ? [] : [.. CauseShares.OfStates(launches, seen)
            .OrderByDescending(one => one.Share)
            .Select(one => new FoundCause
            {
                Cause = one.Cause,
                Words = Cause.All[one.Cause].Words,
                Share = one.Share,
                Low = one.Low,
                High = one.High,
                Claim = Confirmation.GoesWith,
                WhyNotCausal = OnlyStored,
                Advice = Cause.All[one.Cause].Advice,
            })];
        Explanation found = frame with
        {
            Shape = shape,
            Decomposition = parts,
            Causes = causes,
            Unexplained = causes.Length == 0 ? null : Math.Max(0, 1 - causes.Sum(cause => cause.Share)),
            NotTried = [.. Cause.All.Keys
                .Where(cause => causes.All(found => found.Cause != cause))
                .Select(cause => new NotTried(cause, OnlyStored))],
            Slowest = SlowTransfers.Of(launches),
            Timeline = Timelines.Of(seen),
            Rounds = new ExplainRounds(launches.Select(launch => launch.Round).Distinct().Count(), 0, 0),
        };
        return found with { Answer = ExplanationText.Answer(found) };
    }
}
