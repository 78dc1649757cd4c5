using System.Text.Json.Serialization;
using FileTransfer.Results.Statistics;

namespace FileTransfer.Results.Explaining;

/// <summary>What an arm does to the times of a case, beside the case as it is, in the same rounds.</summary>
internal sealed record ArmEffect
{
    // Equal times have no slowness, and no logarithm of it.
    private const double Least = 1e-9;

    /// <summary>Time must fall by this share to matter.</summary>
    public const double SmallestEffect = 0.03;

    /// <summary>Slowness must fall by this share to matter, where the geometric mean stays.</summary>
    public const double SmallestCalm = 0.2;

    /// <summary>The arm by name.</summary>
    public required string Arm { get; init; }

    /// <summary>The cause that it takes away or makes stronger, by id.</summary>
    public required string Cause { get; init; }

    /// <summary>What it changes, in words.</summary>
    public required string Changes { get; init; }

    /// <summary><c>screen</c>, or <c>confirm</c> for rounds that did not choose it.</summary>
    public required string Phase { get; init; }

    /// <summary><c>without</c> the cause, or with a <c>stronger</c> one.</summary>
    public required string Dose { get; init; }

    /// <summary>Rounds in which both were measured.</summary>
    public required int Rounds { get; init; }

    /// <summary>Geometric mean time ÷ that of the case as it is.</summary>
    public required double Ratio { get; init; }

    /// <summary>Lower end of its interval over rounds.</summary>
    public required double Low { get; init; }

    /// <summary>Upper end of its interval over rounds.</summary>
    public required double High { get; init; }

    /// <summary>
    /// Slowness ÷ that of the case as it is: the mean square of ln(time ÷ level), where level is the shorter of both medians of a round.
    /// </summary>
    public required double SlownessRatio { get; init; }

    /// <summary>Lower end of its interval over rounds.</summary>
    public required double SlownessLow { get; init; }

    /// <summary>Upper end of its interval over rounds.</summary>
    public required double SlownessHigh { get; init; }

    /// <summary>Median time, in nanoseconds, and that of the case as it is.</summary>
    public required double MedianNanoseconds { get; init; }

    /// <summary>Median time of the case as it is, in the same rounds, in nanoseconds.</summary>
    public required double MedianAsItIsNanoseconds { get; init; }

    /// <summary>99th percentile, in nanoseconds.</summary>
    public required double P99Nanoseconds { get; init; }

    /// <summary>99th percentile of the case as it is, in nanoseconds.</summary>
    public required double P99AsItIsNanoseconds { get; init; }

    /// <summary>Standard deviation of ln time.</summary>
    public required double Spread { get; init; }

    /// <summary>Standard deviation of ln time of the case as it is.</summary>
    public required double SpreadAsItIs { get; init; }

    /// <summary>Share of transfers that take more than twice the median of the case as it is.</summary>
    public required double SlowShare { get; init; }

    /// <summary>The same of the case as it is.</summary>
    public required double SlowShareAsItIs { get; init; }

    /// <summary>The counter that has to move with the cause; null where there is none.</summary>
    public string? Counter { get; init; }

    /// <summary>Its value in this arm.</summary>
    public double? CounterValue { get; init; }

    /// <summary>Its value in the case as it is.</summary>
    public double? CounterAsItIs { get; init; }

    /// <summary>
    /// True when transfers are faster by an effect that matters: the geometric mean, or how far times lie above the level.
    /// </summary>
    [JsonIgnore]
    public bool IsFaster => (High < 1 && Ratio < 1 - SmallestEffect) || (SlownessHigh < 1 && SlownessRatio < 1 - SmallestCalm);

    /// <summary>Compares launches of two arms.</summary>
    /// <param name="name">Name, cause, changes, phase and dose; its figures are replaced.</param>
    /// <param name="asItIs">Launches of the case as it is.</param>
    /// <param name="arm">Launches of the arm.</param>
    /// <param name="errorRate">Chance that the interval misses.</param>
    /// <returns>Null without a round in which both were measured.</returns>
    public static ArmEffect? Of(
        ArmName name, IEnumerable<ObservedLaunch> asItIs, IEnumerable<ObservedLaunch> arm, double errorRate)
    {
        (ObservedLaunch AsItIs, ObservedLaunch Arm)[] pairs = [.. asItIs.Join(arm, one => one.Round, other => other.Round, (a, b) => (a, b))
            .Where(pair => pair.a.Nanoseconds.Count > 0 && pair.b.Nanoseconds.Count > 0)];
        if (pairs.Length == 0)
        {
            return null;
        }

        (double mean, Interval interval) = RoundInterval.Mean(
            [.. pairs.Select(pair => MeanLog(pair.Arm) - MeanLog(pair.AsItIs))], errorRate);
        (double slowness, Interval calm) = SlownessOf(pairs, errorRate);
        long[] before = [.. pairs.SelectMany(pair => pair.AsItIs.Nanoseconds)];
        long[] after = [.. pairs.SelectMany(pair => pair.Arm.Nanoseconds)];
        (LatencySummary one, LatencySummary other) = (SampleStatistics.SummaryOf(before), SampleStatistics.SummaryOf(after));
        return new ArmEffect
        {
            Arm = name.Arm,
            Cause = name.Cause,
            Changes = name.Changes,
            Phase = name.Phase,
            Dose = name.Dose,
            Rounds = pairs.Length,
            Ratio = Math.Exp(mean),
            Low = Math.Exp(interval.Lower),
            High = Math.Min(double.MaxValue, Math.Exp(interval.Upper)),
            SlownessRatio = Math.Exp(slowness),
            SlownessLow = Math.Exp(calm.Lower),
            SlownessHigh = Math.Min(double.MaxValue, Math.Exp(calm.Upper)),
            MedianNanoseconds = other.P50,
            MedianAsItIsNanoseconds = one.P50,
            P99Nanoseconds = other.P99,
            P99AsItIsNanoseconds = one.P99,
            Spread = Deviation(after),
            SpreadAsItIs = Deviation(before),
            SlowShare = SlowOnes(after, one.P50),
            SlowShareAsItIs = SlowOnes(before, one.P50),
        };
    }

    /// <summary>Mean of ln time of a launch.</summary>
    public static double MeanLog(ObservedLaunch launch) => launch.Nanoseconds.Average(value => Math.Log(Math.Max(1, value)));

    /// <summary>Logarithm of the ratio of slowness, with its interval.</summary>
    private static (double Log, Interval Interval) SlownessOf((ObservedLaunch AsItIs, ObservedLaunch Arm)[] pairs, double errorRate)
    {
        (double AsItIs, double Arm)[] rounds = [.. pairs.Select(pair =>
        {
            double[] before = [.. pair.AsItIs.Nanoseconds.Select(value => Math.Log(Math.Max(1, value)))];
            double[] after = [.. pair.Arm.Nanoseconds.Select(value => Math.Log(Math.Max(1, value)))];
            double level = Math.Min(Slowness.Median([.. before]), Slowness.Median([.. after]));
            return (Slowness.Of(before, level), Slowness.Of(after, level));
        })];
        double Log(Func<int, bool> isIn) => Math.Log(
            Math.Max(Least, rounds.Where((_, i) => isIn(i)).Sum(round => round.Arm))
            / Math.Max(Least, rounds.Where((_, i) => isIn(i)).Sum(round => round.AsItIs)));
        double full = Log(_ => true);
        double[] without = [.. rounds.Select((_, i) => rounds.Length == 1 ? full : Log(other => other != i))];
        return (full, RoundInterval.Jackknife(full, without, errorRate));
    }

    private static double Deviation(long[] values)
    {
        double[] logs = [.. values.Select(value => Math.Log(Math.Max(1, value)))];
        double mean = logs.Average();
        return Math.Sqrt(logs.Average(log => (log - mean) * (log - mean)));
    }

    private static double SlowOnes(long[] values, double median) => values.Count(value => value > 2 * median) / (double)values.Length;
}

/// <summary>What an arm is called in reports.</summary>
/// <param name="Arm">The arm by name.</param>
/// <param name="Cause">The cause by id.</param>
/// <param name="Changes">What it changes.</param>
/// <param name="Phase"><see cref="Screen"/> or <see cref="Confirm"/>.</param>
/// <param name="Dose"><see cref="Without"/> or <see cref="Stronger"/>.</param>
internal sealed record ArmName(string Arm, string Cause, string Changes, string Phase, string Dose)
{
    public const string Screen = "screen";
    public const string Confirm = "confirm";
    public const string Without = "without";
    public const string Stronger = "stronger";
}
