using FileTransfer.Results.Statistics;

namespace FileTransfer.Results.Analysis;

/// <summary>All that stands between a reader and a conclusion: the same on the console and in every report.</summary>
internal static class RunWarnings
{
    private static readonly ComputedOnce<RunResult, IReadOnlyList<string>> s_known = new(
        run => Kept(run) ??
        [
            .. ((string?[])[Twins.Alarm(run)]).OfType<string>(),
            .. ResultWarnings.Of(run),
            .. run.Environment.Warnings,
            .. TookTurns(run) ? [] : Moving(run),
        ]);

    /// <summary>About the results, about the machine, about the samples, the gravest first, each with its remedy.</summary>
    public static IReadOnlyList<string> Of(RunResult run) => s_known.Of(run);

    /// <summary>
    /// What moved in a run whose senders took turns: it fell on all alike, so that no answer depends on it. Without turns it is a warning.
    /// </summary>
    public static IReadOnlyList<string> Answered(RunResult run) => TookTurns(run) && run.ThinnedFromSha256 is null ? Moving(run) : [];

    private static IReadOnlyList<string> Moving(RunResult run) => [.. SampleWarnings.Of(run), .. ResultWarnings.OfMoving(run)];

    private static bool TookTurns(RunResult run) =>
        run.Measurements.SelectMany(measurement => measurement.Launches).Any(launch => launch.Turns.Count > 1);

    /// <summary>Of a run from which samples were left out, what all of them showed.</summary>
    private static IReadOnlyList<string>? Kept(RunResult run) => run.ThinnedFromSha256 is null ? null : run.Warnings;
}
