using FileTransfer.Results;
using FileTransfer.Results.Analysis;

namespace FileTransfer.Harness.Tests.Analysis;

/// <summary>A ratio is told as cautiously as its interval is wide.</summary>
public sealed class RatioTextTests
{
    [Theory]
    [InlineData(2.1, 1.9, 2.4, "2.1×", "2.1×", "2.1× (1.90–2.4)")]
    [InlineData(9.1, 5.6, 38, "≥ 5.6×", "at least 5.6×", "≥ 5.6×")]
    [InlineData(0.5, 0.45, 0.55, "0.50×", "2.0×", "0.50× (0.45–0.55)")]
    [InlineData(0.25, 0.1, 0.5, "≤ 0.50×", "at least 2.0×", "≤ 0.50×")]
    [InlineData(1, 0.98, 1.02, "=", "1.00×", "= (0.98–1.02)")]
    [InlineData(1.3, 0.9, 1.4, "?", "at least 0.90×", "? (0.90–1.40)")]
    public void Comparison_WithAnInterval_IsToldByWhatIsShown(
        double ratio,
        double lower,
        double upper,
        string shown,
        string factor,
        string cell)
    {
        Comparison comparison = Of(ratio, new Interval(lower, upper));

        Assert.Equal(
            (shown, factor, cell),
            (RatioText.Shown(comparison), RatioText.FactorWords(comparison), RatioText.Cell(comparison)));
    }

    [Fact]
    public void Comparison_WithTooFewRounds_SaysSo()
    {
        Comparison comparison = Of(2, interval: null);

        Assert.Equal(("2.0×", "2.0× (no CI)"), (RatioText.Shown(comparison), RatioText.Cell(comparison)));
    }

    private static Comparison Of(double ratio, Interval? interval) => new()
    {
        Baseline = "send-file",
        Other = "splice",
        Rounds = 10,
        Ratio = ratio,
        Interval = interval,
    };
}
