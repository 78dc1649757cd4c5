using FileTransfer.Results.Explaining;

namespace FileTransfer.Harness.Explaining;

/// <summary>Looks whether the case came back after turns without a cause: A B A.</summary>
internal static class Return
{
    /// <summary>
    /// Mean over rounds of ln time in the second half of the turns of the case as it is, less that in the first half; turns without the
    /// cause lie between. Null without rounds of several turns.
    /// </summary>
    public static double? Of(IEnumerable<ObservedLaunch> asItIs)
    {
        double[] differences = [.. asItIs.Where(launch => launch.Turns.Count > 1).Select(Difference).OfType<double>()];
        return differences.Length == 0 ? null : differences.Average();
    }

    private static double? Difference(ObservedLaunch launch)
    {
        int[] turns = launch.TurnOfEach();
        int half = launch.Turns.Count / 2;
        double[] before = [.. Logs(launch, turns, turn => turn < half)];
        double[] after = [.. Logs(launch, turns, turn => turn >= half)];
        return before.Length == 0 || after.Length == 0 ? null : after.Average() - before.Average();
    }

    private static IEnumerable<double> Logs(ObservedLaunch launch, int[] turns, Func<int, bool> isOne) => launch.Nanoseconds
        .Where((_, i) => isOne(turns[i]))
        .Select(value => Math.Log(Math.Max(1, value)));
}
