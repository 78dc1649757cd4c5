using FileTransfer.Harness.Results;

namespace FileTransfer.Harness.Analysis;

/// <summary>How much faster one measurement is than another, from the rounds in which both were made.</summary>
/// <remarks>
/// Transfers of one process are not independent, so a launch counts once, by its median. What drifts is common to the cases
/// of a round, so launches are compared within their round: the ratio is the trimmed mean of the logarithms.
/// </remarks>
internal sealed record Comparison
{
    /// <summary>Rounds that a verdict needs that is not provisional.</summary>
    public const int RoundsNeeded = 10;

    /// <summary>Two strategies are equal when their ratio is shown to be less than this, and more than one by this.</summary>
    public const double EqualWithin = 1.05;

    /// <summary>More rounds than this are not worth naming.</summary>
    private const int MostRounds = 1000;

    /// <summary>Strategy compared with, by id.</summary>
    public required string Baseline { get; init; }

    /// <summary>Strategy compared, by id.</summary>
    public required string Other { get; init; }

    /// <summary>Rounds in which both were measured.</summary>
    public required int Rounds { get; init; }

    /// <summary>Time of the baseline ÷ time of the other: above 1 the other is faster.</summary>
    public required double Ratio { get; init; }

    /// <summary>
    /// The ratios that the run is compatible with, or null with too few rounds: in 95 of 100 runs these intervals hold the
    /// true ratio in all comparisons of the run at once.
    /// </summary>
    public Interval? Interval { get; init; }

    /// <summary>True with fewer rounds than a verdict needs.</summary>
    public bool IsProvisional => Rounds < RoundsNeeded;

    /// <summary>What the interval says; without one nothing is told.</summary>
    public ComparisonVerdict Verdict => Interval switch
    {
        // First, because a difference that is too small to matter is none, however surely it is there.
        { Lower: > 1 / EqualWithin, Upper: < EqualWithin } => ComparisonVerdict.Equal,
        { Lower: > 1 } => ComparisonVerdict.Faster,
        { Upper: < 1 } => ComparisonVerdict.Slower,
        _ => ComparisonVerdict.CannotTell,
    };

    /// <summary>True when one of the two is shown to be faster.</summary>
    public bool IsDecided => Verdict is ComparisonVerdict.Faster or ComparisonVerdict.Slower;

    /// <summary>The smallest ratio above 1 that so many rounds would have told from 1, or null without an interval.</summary>
    public double? SmallestSeen => Interval is { } interval ? Math.Sqrt(interval.Upper / interval.Lower) : null;

    /// <summary>
    /// About how many rounds would tell the two apart or show that they are equal, if they stay as they are; null when
    /// that is known already, when nothing can be said, and when it would be more than a thousand.
    /// </summary>
    public int? RoundsToSettle
    {
        get
        {
            if (Verdict != ComparisonVerdict.CannotTell || SmallestSeen is not { } seen)
            {
                return null;
            }

            // Half the interval's width shrinks with the root of the rounds; it must get below the difference, or so far
            // that the interval fits into the margin.
            double difference = Math.Abs(Math.Log(Ratio));
            double goal = Math.Max(difference, Math.Log(EqualWithin) - difference);
            double rounds = Math.Ceiling(Rounds * Math.Pow(Math.Log(seen) / goal, 2)) + 1;
            return rounds <= MostRounds ? (int)rounds : null;
        }
    }

    /// <summary>The same seen from the other side.</summary>
    public Comparison Inverted => this with
    {
        Baseline = Other,
        Other = Baseline,
        Ratio = 1 / Ratio,
        Interval = Interval is { } interval ? new Interval(1 / interval.Upper, 1 / interval.Lower) : null,
    };
}
