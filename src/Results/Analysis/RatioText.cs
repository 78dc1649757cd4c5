namespace FileTransfer.Results.Analysis;

/// <summary>Formats ratios and verdicts in the same words for all reports.</summary>
internal static class RatioText
{
    /// <summary>Of a wider interval only the end nearer to 1 is printed, because its middle would overstate the difference.</summary>
    private const double Wide = 1.5;

    /// <summary>A ratio: <c>1.04×</c>, <c>3.1×</c>.</summary>
    public static string Of(double ratio) => $"{Digits.Ratio(ratio)}×";

    /// <summary>A range of ratios: <c>15–42×</c>.</summary>
    public static string Range(double low, double high) => $"{Digits.Ratio(low)}–{Digits.Ratio(high)}×";

    /// <summary>The two ends of an interval: <c>1.9–2.4</c>.</summary>
    public static string Ends(Interval interval) => $"{Digits.Ratio(interval.Lower)}–{Digits.Ratio(interval.Upper)}";

    /// <summary>
    /// How much faster the other strategy is, when that is shown: <c>2.1× faster than X (95 % CI 1.9–2.4)</c>, or
    /// <c>at least 1.06× faster than X</c>.
    /// </summary>
    public static string Faster(Comparison comparison, string than) => Decided(comparison, $"faster than {than}");

    /// <summary>How much slower the other strategy is, when that is shown.</summary>
    public static string Slower(Comparison comparison, string than) => Decided(comparison.Inverted, $"slower than {than}");

    /// <summary>The speed-up in a cell: <c>2.1× (1.9–2.4)</c>, <c>≥ 1.06×</c>, <c>= (0.98–1.02)</c>, <c>? (0.8–1.3)</c>.</summary>
    public static string Cell(Comparison comparison) => comparison.Interval switch
    {
        null => $"{Shown(comparison)} (no CI)",
        { } interval when comparison.IsDecided && IsWide(interval) => Shown(comparison),
        { } interval => $"{Shown(comparison)} ({Ends(interval)})",
    };

    /// <summary>What is shown of a difference, as a ratio: <c>2.1×</c>, <c>≥ 1.06×</c>; <c>=</c> or <c>?</c> where none is shown.</summary>
    public static string Shown(Comparison comparison) => comparison switch
    {
        { Interval: null } => Of(comparison.Ratio),
        { Verdict: ComparisonVerdict.Equal } => "=",
        { Verdict: ComparisonVerdict.CannotTell } => "?",
        { Interval: { } interval, Verdict: ComparisonVerdict.Faster } when IsWide(interval) => $"≥ {Of(interval.Lower)}",
        { Interval: { } interval, Verdict: ComparisonVerdict.Slower } when IsWide(interval) => $"≤ {Of(interval.Upper)}",
        _ => Of(comparison.Ratio),
    };

    /// <summary>How many times as fast the faster side is: the ratio, or the end nearer to 1 of a wide interval.</summary>
    public static double Factor(Comparison comparison) => comparison switch
    {
        { Verdict: ComparisonVerdict.Slower } => Factor(comparison.Inverted),
        { Interval: { } interval } when IsWide(interval) => interval.Lower,
        _ => comparison.Ratio,
    };

    /// <summary>The factor in words: <c>2.1×</c>, <c>at least 1.06×</c>.</summary>
    public static string FactorWords(Comparison comparison) =>
        $"{(IsWide(comparison) ? "at least " : string.Empty)}{Of(Factor(comparison))}";

    /// <summary>True when the interval is so wide that only its end nearer to 1 is printed.</summary>
    public static bool IsWide(Comparison comparison) => comparison.Interval is { } interval && IsWide(interval);

    /// <summary>The verdict in one or two words.</summary>
    public static string Word(ComparisonVerdict verdict) => verdict switch
    {
        ComparisonVerdict.Faster => "faster",
        ComparisonVerdict.Slower => "slower",
        ComparisonVerdict.Equal => "equal",
        _ => "cannot tell",
    };

    private static string Decided(Comparison comparison, string word) => comparison.Interval switch
    {
        null => $"{Of(comparison.Ratio)} {word} (no CI)",
        { } interval when IsWide(interval) => $"at least {Of(interval.Lower)} {word}",
        { } interval => $"{Of(comparison.Ratio)} {word} (95 % CI {Ends(interval)})",
    };

    private static bool IsWide(Interval interval) => interval.Upper > Wide * interval.Lower;
}
