using FileTransfer.Harness.Results;
using Pragmastat;
using Interval = FileTransfer.Harness.Results.Interval;

namespace FileTransfer.Harness.Statistics;

/// <summary>How much faster one strategy is than another at the same size, judged by the medians of their launches.</summary>
/// <remarks>Transfers of one process are not independent, so a launch counts once, however many transfers it made.</remarks>
public sealed record Comparison
{
    /// <summary>Launches that each side needs for a verdict that is not provisional.</summary>
    public const int LaunchesNeeded = 5;

    private static readonly Once<Measurement, Once<Measurement, Comparison>> s_known = new(
        baseline => new Once<Measurement, Comparison>(other => new Comparison(baseline.Strategy, other.Strategy, Medians(baseline), Medians(other))));

    private Comparison(string baseline, string other, double[] baselineMedians, double[] otherMedians)
    {
        Baseline = baseline;
        Other = other;
        BaselineLaunches = baselineMedians.Length;
        OtherLaunches = otherMedians.Length;
        Ratio = Toolkit.Ratio(new Sample(baselineMedians), new Sample(otherMedians));
        Interval = RatioInterval.Of(baselineMedians, otherMedians);
    }

    /// <summary>Strategy compared with, by id.</summary>
    public string Baseline { get; }

    /// <summary>Strategy compared, by id.</summary>
    public string Other { get; }

    /// <summary>Time of the baseline ÷ time of the other (Hodges–Lehmann): above 1 the other is faster.</summary>
    public double Ratio { get; }

    /// <summary>95 % confidence interval of <see cref="Ratio"/> (exact Mann–Whitney test, inverted), or null with too few launches for one.</summary>
    public Interval? Interval { get; }

    /// <summary>Launches of the baseline.</summary>
    public int BaselineLaunches { get; }

    /// <summary>Launches of the other.</summary>
    public int OtherLaunches { get; }

    /// <summary>True when either side has fewer than <see cref="LaunchesNeeded"/> launches.</summary>
    public bool IsProvisional => Math.Min(BaselineLaunches, OtherLaunches) < LaunchesNeeded;

    /// <summary>What the interval says; without one nothing is told apart.</summary>
    public ComparisonVerdict Verdict => Interval switch
    {
        { Lower: > 1 } => ComparisonVerdict.Faster,
        { Upper: < 1 } => ComparisonVerdict.Slower,
        _ => ComparisonVerdict.Indistinguishable,
    };

    /// <summary>Compares two measurements of the same size, once.</summary>
    /// <exception cref="ArgumentException">
    /// The sizes differ, or one of the two was not measured, has no launches or a launch median that is not above zero.
    /// </exception>
    public static Comparison Of(Measurement baseline, Measurement other)
    {
        if (baseline.SizeBytes != other.SizeBytes)
        {
            throw new ArgumentException($"only equal sizes compare: {baseline.Strategy} sent {baseline.SizeBytes} bytes, {other.Strategy} {other.SizeBytes}", nameof(other));
        }

        return s_known.Of(baseline).Of(other);
    }

    private static double[] Medians(Measurement measurement)
    {
        double[] medians = [.. measurement.Launches.Select(launch => launch.MedianNanoseconds)];
        return measurement.Outcome == Outcome.Measured && medians.Length > 0 && medians.All(median => median > 0)
            ? medians
            : throw new ArgumentException($"{measurement.Strategy} was not measured: only proven deliveries compare", nameof(measurement));
    }
}
