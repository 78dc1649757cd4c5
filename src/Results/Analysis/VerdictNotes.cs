using System.Globalization;

namespace FileTransfer.Results.Analysis;

/// <summary>Notes on the verdicts of a run: why there are none, and which baseline they use.</summary>
internal static class VerdictNotes
{
    private const string Smoke = "No verdict: a smoke run only shows that everything works. Measure with --profile quick or full.";

    /// <summary>Rule by which the baseline was chosen: the command line named it.</summary>
    public const string Asked = "asked";

    /// <summary>Rule by which the baseline was chosen: it is the baseline of the scenario.</summary>
    public const string OfScenario = "scenario";

    /// <summary>
    /// Rule by which the baseline was chosen: the first strategy of the run, because the scenario's baseline was not among
    /// them.
    /// </summary>
    public const string First = "first";

    /// <summary>Text shown instead of verdicts for a run that draws none.</summary>
    public static string NotDrawn(RunResult run) => run.Environment.Emulation is { } name
        ? $"No verdict: no time of a run under {name} is a figure of any machine. Measure on a system of its own."
        : Smoke;

    /// <summary>All notes on the verdicts of a run, each a sentence or two.</summary>
    public static IEnumerable<string> Of(RunResult run) =>
        ((string?[])[Baseline(run.Run), WaitNote.Of(run), StateNote.Of(run), Groups(run), SpreadNote.Of(run)]).OfType<string>();

    /// <summary>In how many groups senders took turns; null when all were alive together.</summary>
    internal static string? Groups(RunResult run)
    {
        int groups = run.Measurements.SelectMany(measurement => measurement.Launches).Max(launch => launch.Group) ?? 1;
        return groups == 1 ? null : string.Create(
            CultureInfo.InvariantCulture,
            $"There was no room for all senders at the same time: they took turns in {groups} groups, and those of two groups are compared "
            + $"by what they differ from a sender that was in each.");
    }

    /// <summary>The baseline of a run and how it was chosen; null in runs that did not record it.</summary>
    public static string? Baseline(RunInfo run) => (run.Baseline, run.Options.GetValueOrDefault("baseline-rule")) switch
    {
        (null, _) => null,
        (_, Asked) => $"The baseline is {run.Baseline}, as --baseline asked for.",
        (_, OfScenario) => $"The baseline is {run.Baseline}, the default of the scenario {run.Scenario}; --baseline chooses another.",
        (_, First) => $"The baseline is {run.Baseline}, the first strategy of the run, because the default of the scenario "
            + $"{run.Scenario} was not measured; --baseline chooses another.",
        _ => null,
    };
}
