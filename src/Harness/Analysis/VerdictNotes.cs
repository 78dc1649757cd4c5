using FileTransfer.Harness.Results;

namespace FileTransfer.Harness.Analysis;

/// <summary>What a reader should know about verdicts as such.</summary>
internal static class VerdictNotes
{
    /// <summary>In the place of verdicts that a run does not draw.</summary>
    public const string NotDrawn = "No verdict: a smoke run only shows that everything works. Measure with --profile quick or full.";

    /// <summary>Rule by which the baseline was chosen: the command line named it.</summary>
    public const string Asked = "asked";

    /// <summary>Rule by which the baseline was chosen: it is the scenario's.</summary>
    public const string OfScenario = "scenario";

    /// <summary>Rule by which the baseline was chosen: the scenario's was not among the strategies, and this was the first of them.</summary>
    public const string First = "first";

    /// <summary>Whom the others are compared with, and why; null in runs that do not say.</summary>
    public static string? Baseline(RunInfo run) => (run.Baseline, run.Options.GetValueOrDefault("baseline-rule")) switch
    {
        (null, _) => null,
        (_, Asked) => $"The baseline is {run.Baseline}, as --baseline asked for.",
        (_, OfScenario) => $"The baseline is {run.Baseline}, that of the scenario {run.Scenario}; --baseline names another.",
        (_, First) => $"The baseline is {run.Baseline}, the first strategy of the run, because that of the scenario {run.Scenario} was not measured; --baseline names another.",
        _ => null,
    };
}
