using FileTransfer.Results.Statistics;

namespace FileTransfer.Results.Analysis;

/// <summary>What a launch says as one number, and what two launches of a round differ by.</summary>
/// <remarks>
/// Launches of a round took turns, so that in each cycle both met the same machine: they are compared cycle by cycle, and a robust mean
/// over the cycles is what the round says. Launches of a single turn are compared by their medians.
/// </remarks>
internal static class PairedTurns
{
    /// <summary>A third of the cycles is left out at either end: a machine that was busy for a cycle or two changes nothing.</summary>
    private const int OneInSoMany = 3;

    /// <summary>Logarithm of the time of a transfer in a launch: the mean over its turns.</summary>
    public static double LogarithmOf(Launch launch) => launch.Turns.Count < 2
        ? Math.Log(launch.MedianNanoseconds)
        : Mean([.. launch.Turns.Select(turn => Math.Log(turn.MedianNanoseconds))]);

    /// <summary>
    /// Logarithm of the time of one launch divided by that of another of the same round; NaN when nothing can be compared.
    /// </summary>
    public static double Difference(Launch? one, Launch? other)
    {
        if (one is null || other is null)
        {
            return double.NaN;
        }

        if (one.Group != other.Group)
        {
            return DifferenceFromReference(one) - DifferenceFromReference(other);
        }

        double[] differences = [.. DifferencesOf(one, other)];
        return differences.Length switch
        {
            0 when one.Turns.Count > 0 && other.Turns.Count > 0 => double.NaN,
            < 2 => LogarithmOf(one) - LogarithmOf(other),
            _ => Mean(differences),
        };
    }

    /// <summary>
    /// The differences of the logarithms, cycle by cycle, of the cycles in which both ends were placed alike; none when the two were not
    /// alive together.
    /// </summary>
    public static IEnumerable<double> DifferencesOf(Launch one, Launch other) =>
        one.Group == other.Group ? DifferencesOf(one.Turns, other.Turns) : [];

    private static IEnumerable<double> DifferencesOf(IReadOnlyList<Turn> one, IReadOnlyList<Turn> other) =>
        from first in one
        join second in other on (first.Cycle, first.State) equals (second.Cycle, second.State)
        select Math.Log(first.MedianNanoseconds / second.MedianNanoseconds);

    /// <summary>NaN where the reference of the group, or all of its cycles, are missing.</summary>
    private static double DifferenceFromReference(Launch launch) =>
        DifferencesOf(launch.Turns, launch.Reference ?? []).ToArray() is { Length: > 0 } differences ? Mean(differences) : double.NaN;

    private static double Mean(double[] values) => TrimmedMean.Of(values, OneInSoMany).Mean;
}
