using FileTransfer.Results.Statistics;

namespace FileTransfer.Results.Analysis;

/// <summary>All that stands between a reader and a conclusion: the same on the console and in every report.</summary>
internal static class RunWarnings
{
    private static readonly ComputedOnce<RunResult, IReadOnlyList<string>> s_known = new(
        run => Kept(run) ?? [.. run.Environment.Warnings, .. SampleWarnings.Of(run), .. ResultWarnings.Of(run)]);

    /// <summary>About the machine, about the samples, about the results, each with its remedy.</summary>
    public static IReadOnlyList<string> Of(RunResult run) => s_known.Of(run);

    /// <summary>Of a run from which samples were left out, what all of them showed.</summary>
    private static IReadOnlyList<string>? Kept(RunResult run) => run.ThinnedFromSha256 is null ? null : run.Warnings;
}
