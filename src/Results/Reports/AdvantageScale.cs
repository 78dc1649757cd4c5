using System.Globalization;
using FileTransfer.Results.Analysis;

namespace FileTransfer.Results.Reports;

/// <summary>Draws the speed-ups of the winners of all verdicts on one logarithmic scale.</summary>
internal sealed class AdvantageScale
{
    private const double Width = 180;
    private const double Margin = 6;
    private const double LeastSpan = 1.1;

    private readonly double _least;
    private readonly double _most;

    /// <summary>A scale that covers the intervals of all verdicts.</summary>
    public AdvantageScale(IEnumerable<Verdict> verdicts)
    {
        Interval[] intervals = [.. verdicts.Select(Advantage).OfType<Interval>()];
        IsEmpty = intervals.Length == 0;
        _least = intervals.Select(interval => interval.Lower).Append(1 / LeastSpan).Min();
        _most = intervals.Select(interval => interval.Upper).Append(LeastSpan).Max();
    }

    /// <summary>True when there is no interval to draw.</summary>
    public bool IsEmpty { get; }

    /// <summary>The left end, as a ratio.</summary>
    public string Least => $"{Digits.Ratio(_least)}×";

    /// <summary>The right end, as a ratio.</summary>
    public string Most => $"{Digits.Ratio(_most)}×";

    /// <summary>The winner's speed-up with its interval; empty for a verdict without an interval.</summary>
    public Markup Draw(Verdict verdict)
    {
        if (Advantage(verdict) is not { } interval)
        {
            return Markup.Empty;
        }

        double ratio = IsLeader(verdict) ? 1 / verdict.Comparison!.Ratio : verdict.Comparison!.Ratio;
        string text = $"{Digits.Ratio(ratio)}×, 95 % CI {Digits.Ratio(interval.Lower)}–{Digits.Ratio(interval.Upper)}";
        return Markup.Of(
            $"""<svg class="advantage" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {Width} 24" role="img" aria-label="{text}">"""
            + $"""<line class="one" x1="{X(1)}" x2="{X(1)}" y1="1" y2="23"/>"""
            + $"""<g><title>{text}</title>"""
            + $"""<line class="interval" x1="{X(interval.Lower)}" x2="{X(interval.Upper)}" y1="12" y2="12"/>"""
            + $"""<circle cx="{X(ratio)}" cy="12" r="4.5"/></g></svg>""");
    }

    // A comparison's ratio is the baseline's time divided by the other's; here the ratio is that of the winner.
    private static Interval? Advantage(Verdict verdict) => verdict.Comparison switch
    {
        not { Interval: { } } => null,
        { } comparison when IsLeader(verdict) => comparison.Inverted.Interval,
        { } comparison => comparison.Interval,
    };

    private static bool IsLeader(Verdict verdict) =>
        (verdict.Fastest.Count > 0 ? verdict.Fastest[0] : verdict.Leader) == verdict.Comparison!.Baseline;

    private string X(double ratio)
    {
        double part = (Math.Log(ratio) - Math.Log(_least)) / (Math.Log(_most) - Math.Log(_least));
        return (Margin + (part * (Width - (2 * Margin)))).ToString("0.#", CultureInfo.InvariantCulture);
    }
}
