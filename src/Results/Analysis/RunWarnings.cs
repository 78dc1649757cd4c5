using System.Globalization;
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
            .. TookTurns(run) ? Disturbed(run) : ResultWarnings.OfDisturbances(run),
            .. run.Environment.Warnings,
            .. TookTurns(run) ? [] : Moving(run),
        ]);

    /// <summary>About the results, about the machine, about the samples, the gravest first, each with its remedy.</summary>
    public static IReadOnlyList<string> Of(RunResult run) => s_known.Of(run);

    /// <summary>
    /// What moved or disturbed a run whose senders took turns, and changed no answer: it fell on all alike. Without turns, or where it may
    /// be why an answer is open, it is a warning.
    /// </summary>
    public static IReadOnlyList<string> Answered(RunResult run) => !TookTurns(run) || run.ThinnedFromSha256 is not null
        ? []
        : [.. Races.Of(run).AreDecided ? ResultWarnings.OfDisturbances(run) : [], .. Moving(run)];

    private static IReadOnlyList<string> Moving(RunResult run) => [.. SampleWarnings.Of(run), .. ResultWarnings.OfMoving(run)];

    private static IReadOnlyList<string> Disturbed(RunResult run)
    {
        Races races = Races.Of(run);
        return races.AreDecided ? [] : ResultWarnings.OfDisturbances(
            run,
            races.Count == 0 ? "" : string.Create(
                CultureInfo.InvariantCulture,
                $", which may be why {races.Count - races.Decided} of {races.Count} answers are open"));
    }

    private static bool TookTurns(RunResult run) =>
        run.Measurements.SelectMany(measurement => measurement.Launches).Any(launch => launch.Turns.Count > 1);

    /// <summary>Of a run from which samples were left out, what all of them showed.</summary>
    private static IReadOnlyList<string>? Kept(RunResult run) => run.ThinnedFromSha256 is null ? null : run.Warnings;
}
