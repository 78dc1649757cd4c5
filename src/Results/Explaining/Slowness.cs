namespace FileTransfer.Results.Explaining;

/// <summary>How far the times of a case lie above what they could be, and which part of that each cause has.</summary>
/// <remarks>
/// <para>
/// Slowness is the mean square of ln(time ÷ level), where level is the median time without all causes that are looked at. For a cause
/// that is there now and then it is nearly the variance that the cause adds; for one that is always there it is the square of what it
/// costs. So both kinds have one measure.
/// </para>
/// <para>
/// The share of a cause is the part of the slowness that goes with it. Causes that act together share what goes with both of them by
/// Shapley's value, from all combinations that were measured.
/// </para>
/// </remarks>
internal static class Slowness
{
    /// <summary>The mean square of ln(time ÷ level).</summary>
    /// <param name="logs">Logarithms of times.</param>
    /// <param name="level">Logarithm of the level.</param>
    public static double Of(IEnumerable<double> logs, double level)
    {
        (double sum, long count) = (0, 0);
        foreach (double log in logs)
        {
            sum += (log - level) * (log - level);
            count++;
        }

        return count == 0 ? 0 : sum / count;
    }

    /// <summary>Shares of causes, with their intervals over rounds.</summary>
    /// <param name="causes">Number of causes.</param>
    /// <param name="rounds">Rounds by number.</param>
    /// <param name="without">
    /// Logarithms of times of a round without a set of causes, which has a bit for each of them; with all causes for 0.
    /// </param>
    /// <param name="errorRate">Chance that an interval misses.</param>
    public static (double Share, Interval Interval)[] Shares(
        int causes,
        IReadOnlyList<int> rounds,
        Func<int, int, IReadOnlyList<double>> without,
        double errorRate = RoundInterval.UsualErrorRate)
    {
        double[] full = Shares(causes, rounds, without);
        double[][] jackknife = [.. rounds.Select(round => Shares(causes, [.. rounds.Where(other => other != round)], without))];
        return [.. full.Select((share, i) =>
            (share, RoundInterval.Jackknife(share, [.. jackknife.Select(shares => shares[i])], errorRate)))];
    }

    private static double[] Shares(int causes, IReadOnlyList<int> rounds, Func<int, int, IReadOnlyList<double>> without)
    {
        int all = (1 << causes) - 1;
        double level = Median([.. rounds.SelectMany(round => without(round, all))]);
        double[] left = [.. Enumerable.Range(0, all + 1).Select(set => Of(rounds.SelectMany(round => without(round, set)), level))];
        return left[0] <= 0
            ? new double[causes]
            : Shapley.Of(causes, [.. left.Select(one => 1 - (one / left[0]))]);
    }

    /// <summary>The median of logarithms; 0 for none.</summary>
    public static double Median(double[] logs)
    {
        Array.Sort(logs);
        return logs.Length == 0 ? 0 : (logs[(logs.Length - 1) / 2] + logs[logs.Length / 2]) / 2;
    }
}
