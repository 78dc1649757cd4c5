using System.Text.Json.Serialization;
using FileTransfer.Results;

namespace FileTransfer.Harness.Comparing;

/// <summary>One case of a comparison: a strategy over a transport at a size.</summary>
internal sealed record ComparedCase
{
    /// <summary>Strategy by id.</summary>
    public required string Strategy { get; init; }

    /// <summary>Transport by name.</summary>
    public required string Transport { get; init; }

    /// <summary>Payload length in bytes.</summary>
    public required long SizeBytes { get; init; }

    /// <summary>Where both ends ran, by name; null where the results do not say.</summary>
    public string? Placement { get; init; }

    /// <summary>The conclusion.</summary>
    public required ChangeVerdict Verdict { get; init; }

    /// <summary>Why it is invalid; null when it is not.</summary>
    public string? Reason { get; init; }

    /// <summary>True when a measurement of it failed, so that more rounds cannot help.</summary>
    [JsonIgnore]
    public bool HasFailed { get; init; }

    /// <summary>Rounds that count.</summary>
    public required int Rounds { get; init; }

    /// <summary>Median of the base's launch medians, in nanoseconds; 0 when there is none.</summary>
    public double BaseNanoseconds { get; init; }

    /// <summary>Median of the other side's launch medians, in nanoseconds; 0 when there is none.</summary>
    public double OtherNanoseconds { get; init; }

    /// <summary>Time of the other side ÷ time of the base: above 1 the other side is slower.</summary>
    public double Ratio { get; init; } = 1;

    /// <summary>Its confidence interval, simultaneous over all cases; null with too few rounds.</summary>
    public Interval? Interval { get; init; }

    /// <summary>Time of the base's second measurement ÷ that of its first, which should be 1.</summary>
    public double BaseAgainstItself { get; init; } = 1;

    /// <summary>The smallest ratio above 1 that would have been seen; null without an interval.</summary>
    public double? SmallestSeen => Interval is { } interval ? Math.Sqrt(interval.Upper / interval.Lower) : null;

    /// <summary>Logarithms of the ratios of all rounds that count, in their order.</summary>
    public IReadOnlyList<double> LogRatios { get; init; } = [];

    /// <summary>The launch medians of all rounds that count, in their order.</summary>
    public IReadOnlyList<RoundTimes> Times { get; init; } = [];

    /// <summary>An estimate of how many rounds would decide the case, if its ratio stayed as it is; null when decided or unknown.</summary>
    /// <param name="margin">Ratio above 1 within which two times count as equal.</param>
    public int? RoundsToDecide(double margin)
    {
        const int Most = 1000;
        if (Verdict != ChangeVerdict.CannotTell || SmallestSeen is not { } seen)
        {
            return null;
        }

        // Half of the interval must become shorter than the distance from the ratio to the margin, on either side of it.
        double distance = Math.Abs(Math.Abs(Math.Log(Ratio)) - Math.Log(margin));
        double rounds = Math.Ceiling(Rounds * Math.Pow(Math.Log(seen) / distance, 2)) + 1;
        return rounds <= Most ? (int)rounds : null;
    }
}
