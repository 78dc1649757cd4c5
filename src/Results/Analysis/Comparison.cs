namespace FileTransfer.Results.Analysis;

/// <summary>The ratio of two measurements' times, from the rounds in which both were made.</summary>
/// <remarks>
/// Transfers of one process are not independent, so a launch counts once, by its median. Drift affects all cases of a round
/// alike, so launches are compared within their round: the ratio is the trimmed mean of the logarithms.
/// </remarks>
internal sealed record Comparison
{
    /// <summary>Rounds below which there is no interval.</summary>
    public const int RoundsNeeded = Statistics.Race.FewestRounds;

    /// <summary>Two strategies are equal when the interval of their ratio lies between 1 ÷ this and this.</summary>
    public const double EqualWithin = 1.05;

    /// <summary>Strategy that the other is compared with, by id.</summary>
    public required string Baseline { get; init; }

    /// <summary>Strategy compared, by id.</summary>
    public required string Other { get; init; }

    /// <summary>Rounds in which both were measured, those included that are left out because of a slow core.</summary>
    public required int Rounds { get; init; }

    /// <summary>Time of the baseline ÷ time of the other: above 1 the other is faster.</summary>
    public required double Ratio { get; init; }

    /// <summary>
    /// Confidence interval of the ratio, or null with too few rounds. The intervals are simultaneous: in 95 of 100 runs all
    /// intervals of the run contain their true ratio.
    /// </summary>
    public Interval? Interval { get; init; }

    /// <summary>The conclusion from the interval; <see cref="ComparisonVerdict.CannotTell"/> without an interval.</summary>
    public ComparisonVerdict Verdict => Interval switch
    {
        // First, because a difference within the margin counts as equal, even when it is statistically certain.
        { Lower: > 1 / EqualWithin, Upper: < EqualWithin } => ComparisonVerdict.Equal,
        { Lower: > 1 } => ComparisonVerdict.Faster,
        { Upper: < 1 } => ComparisonVerdict.Slower,
        _ => ComparisonVerdict.CannotTell,
    };

    /// <summary>True when one of the two is shown to be faster.</summary>
    public bool IsDecided => Verdict is ComparisonVerdict.Faster or ComparisonVerdict.Slower;

    /// <summary>The smallest ratio above 1 that the run could have detected, or null without an interval.</summary>
    public double? SmallestSeen => Interval is { } interval ? Math.Sqrt(interval.Upper / interval.Lower) : null;

    /// <summary>The same comparison with baseline and other strategy exchanged.</summary>
    public Comparison Inverted => this with
    {
        Baseline = Other,
        Other = Baseline,
        Ratio = 1 / Ratio,
        Interval = Interval is { } interval ? new Interval(1 / interval.Upper, 1 / interval.Lower) : null,
    };
}
