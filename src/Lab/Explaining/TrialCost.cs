using System.Text.Json.Serialization;
using FileTransfer.Results;
using FileTransfer.Results.Explaining;

namespace FileTransfer.Lab.Explaining;

/// <summary>What the causes of a trial cost: launches with and without them, in turn.</summary>
/// <param name="Ratio">Geometric mean time with them ÷ without.</param>
/// <param name="Share">Their share of the slowness, as <see cref="Slowness"/> measures it above the median without them.</param>
/// <param name="Low">Lower end of the interval of the share.</param>
/// <param name="High">Upper end of the interval of the share.</param>
internal sealed record TrialCost(double Ratio, double Share, double Low, double High)
{
    /// <summary><c>explain</c> names what makes the time fall by 3 %, or the slowness by 20 %.</summary>
    public const double LeastRatio = 1 / 0.97;

    /// <inheritdoc cref="LeastRatio"/>
    public const double LeastShare = 0.2;

    /// <summary>An interval of the share that is wider meets any other, and says nothing of it.</summary>
    private const double Widest = 0.5;

    /// <summary>Whether the interval is narrow enough to hold a named share against it.</summary>
    [JsonIgnore]
    public bool IsKnown => High - Low <= Widest;

    /// <summary>What pairs of launches show.</summary>
    /// <param name="pairs">Times with the causes and times without, in nanoseconds; at least one pair.</param>
    public static TrialCost Of(IReadOnlyList<(TimeShape With, TimeShape Without)> pairs)
    {
        double share = ShareOf(pairs);
        Interval interval = RoundInterval.Jackknife(
            share, [.. pairs.Count > 1 ? pairs.Select((_, left) => ShareOf([.. pairs.Where((_, i) => i != left)])) : []]);
        return new TrialCost(
            Math.Exp(pairs.Average(pair => Log(pair.With.GeometricMeanNanoseconds) - Log(pair.Without.GeometricMeanNanoseconds))),
            share,
            Math.Clamp(interval.Lower, 0, 1),
            Math.Clamp(interval.Upper, 0, 1));
    }

    /// <summary>The same with as many digits as are measured.</summary>
    public TrialCost Rounded() => new(Math.Round(Ratio, 3), Math.Round(Share, 3), Math.Round(Low, 3), Math.Round(High, 3));

    private static double ShareOf(IReadOnlyList<(TimeShape With, TimeShape Without)> pairs)
    {
        double level = Slowness.Median([.. pairs.Select(pair => Log(pair.Without.MedianNanoseconds))]);
        double with = pairs.Average(pair => SlownessOf(pair.With, level));
        return with > 0 ? 1 - (pairs.Average(pair => SlownessOf(pair.Without, level)) / with) : 0;
    }

    private static double SlownessOf(TimeShape shape, double level)
    {
        double above = Log(shape.GeometricMeanNanoseconds) - level;
        return shape.LogVariance + (above * above);
    }

    private static double Log(double nanoseconds) => Math.Log(Math.Max(1, nanoseconds));
}
