using FileTransfer.Strategies.Units;

namespace FileTransfer.Results.Analysis;

/// <summary>
/// The twin of a run: a strategy measured twice, under two ids. It takes no part in races; should it be told apart from its other half,
/// no verdict of the run can be believed.
/// </summary>
internal static class Twins
{
    /// <summary>True for the second half of the twins.</summary>
    public static bool IsOne(RunResult run, Measurement measurement) =>
        run.Run.Twin is { } twin && measurement.Strategy == twin;

    /// <summary>The alarm; null when there is no twin, or nothing tells it apart.</summary>
    public static string? Alarm(RunResult run)
    {
        if (run.Run.Twin is not { } twin)
        {
            return null;
        }

        string original = twin[..twin.LastIndexOf('@')];
        string[] told =
        [
            .. from one in run.Whole.Measurements
               where one.Strategy == twin
               from other in run.Whole.Measurements
               where other.Strategy == original && other.SizeBytes == one.SizeBytes && other.Transport == one.Transport
                   && other.Placement == one.Placement
               let comparison = Comparisons.Of(run).Between(other, one)
               where comparison is { IsDecided: true }
               select $"{new ByteSize(one.SizeBytes)}{PlacementText.Behind(one)} ({RatioText.Of(comparison.Ratio)})",
        ];
        return told.Length == 0
            ? null
            : $"The same strategy, measured twice, was told apart from itself at {string.Join(", ", told)}: believe no verdict of this "
                + "run, and measure again on an idle machine.";
    }
}
