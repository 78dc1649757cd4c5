using System.Globalization;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Results.Analysis;

/// <summary>What a condition does: a variant of a strategy, such as <c>send-file@bbr</c>, beside the strategy itself.</summary>
/// <param name="Original">Measurement of the strategy.</param>
/// <param name="Variant">Measurement of the variant, of the same size and transport.</param>
/// <param name="Time">The times of both; null when no round measured both.</param>
/// <param name="Spread">
/// The spread within a launch: the distance between the quartiles, divided by the median. The change is a ratio.
/// </param>
/// <param name="Slow">
/// The share of slow transfers, which take more than twice the median of their launch. The change is a difference.
/// </param>
internal sealed record Effect(Measurement Original, Measurement Variant, Comparison? Time, Change? Spread, Change? Slow)
{
    /// <summary>Explanation of the table.</summary>
    public const string Explanation =
        "Each variant of a strategy beside the strategy itself, compared within rounds. 'Times as long' is the variant's time divided by "
        + "the strategy's. The spread is the distance between the quartiles of a launch, divided by its median; slow transfers take "
        + "more than twice the median of their launch. For each of the three, in 95 of 100 runs all intervals contain the truth. '?' "
        + "means that the run cannot tell, '≥' and '≤' give the end nearer to 1 of a wide interval. Context switches are the sender's, per "
        + "transfer.";

    private const string None = "–";
    private const double PerCent = 100;

    /// <summary>Headers of the table; those of numbers begin with <c>&gt;</c>.</summary>
    public static IReadOnlyList<string> Headers { get; } =
    [
        "size", "variant", ">times as long (95 % CI)", ">spread", ">times the spread (95 % CI)", ">slow transfers", ">change (95 % CI)",
        ">context switches",
    ];

    /// <summary>Cells of the row.</summary>
    public IReadOnlyList<string> Cells =>
    [
        new ByteSize(Variant.SizeBytes) + PlacementText.Behind(Variant),
        Variant.Strategy,
        Time is null ? None : RatioText.Cell(Time.Inverted),
        Spread is null ? None : $"{Share(Spread.Original)} → {Share(Spread.Variant)}",
        Spread is null ? None : RatioText.Cell(Spread.AsComparison(Original.Strategy, Variant.Strategy)),
        Slow is null ? None : $"{Share(Slow.Original)} → {Share(Slow.Variant)}",
        Slow is null ? None : Difference(Slow),
        $"{Switches(Original)} → {Switches(Variant)}",
    ];

    private static string Share(double share) => $"{Digits.Significant(share * PerCent, share < 0.1 ? 1 : 2)} %";

    private static string Difference(Change slow)
    {
        if (slow.Interval is not { } interval)
        {
            return "no CI";
        }

        string ends = $"{Points(interval.Lower)} to {Points(interval.Upper)}";
        return interval is { Lower: > 0 } or { Upper: < 0 } ? $"{Points(slow.Value)} ({ends})" : $"? ({ends})";
    }

    // Percentage points, rounded to tenths: the difference of two shares.
    private static string Points(double difference) =>
        (difference * PerCent).ToString("+0.0;−0.0;0.0", CultureInfo.InvariantCulture);

    private static string Switches(Measurement measurement) =>
        measurement.ContextSwitchesPerTransfer is { } switches ? Digits.Significant(switches, 2) : None;
}
