using System.Globalization;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Reports;

namespace FileTransfer.Harness.Comparing;

/// <summary>The words of a comparison of stored runs.</summary>
internal static class StoredText
{
    /// <summary>Said before that: what makes the two sides no pair.</summary>
    public static IEnumerable<string> First(StoredSide old, StoredSide @new)
    {
        foreach (StoredSide side in ((StoredSide[])[old, @new]).Where(side => side.Emulation is not null))
        {
            yield return $"'{side.Words}' was measured under {side.Emulation}, which imitates another system: no time in it is a figure of "
                + "any machine, so nothing is said of the two.";
        }

        if (old.Platform is { } before && @new.Platform is { } after && before != after)
        {
            yield return $"Two platforms: the old results are of {before}, the new ones of {after}. No difference is that of a method "
                + "alone.";
        }
    }

    /// <summary>Said before anything else.</summary>
    public static string Caution =>
        "These runs were made one after the other: what differs between them may be the machine's doing. "
        + "This describes them and judges nothing; 'compare --base … --diff …' measures both sides alternately.";

    /// <summary>One line for each difference of machine, settings and options; one that says so when there is none.</summary>
    public static IEnumerable<string> Differences(StoredComparison comparison) => comparison.Differences.Count == 0
        ? ["machine, settings and options are the same, as far as they were recorded"]
        : comparison.Differences.Select(difference => $"differs: {difference.Fact}: {difference.Old} → {difference.New}");

    /// <summary>By how much the machine and the path changed; null when nothing tells.</summary>
    public static string? Shift(StoredComparison comparison)
    {
        if (comparison.Machine.Count == 0)
        {
            return null;
        }

        double mean = Math.Exp(comparison.Machine.Average(ratio => Math.Log(ratio.Ratio)));
        IEnumerable<string> each = comparison.Machine
            .OrderByDescending(ratio => Math.Abs(Math.Log(ratio.Ratio)))
            .Take(3)
            .Select(ratio => $"{ratio.Name} {RatioText.Of(ratio.Ratio)}");
        return $"What is not the code's took {RatioText.Of(mean)} as long in the new run (geometric mean of {comparison.Machine.Count}; "
            + $"most: {string.Join(", ", each)}).";
    }

    /// <summary>The table of all cases.</summary>
    public static Table Table(StoredComparison comparison) =>
        new(
            ["case", "old", "new", "new ÷ old (95 % CI)", "in these runs"],
            comparison.Cases.Select(ratio => (IReadOnlyList<string>)[.. Numbers(ratio), Word(comparison, ratio)]));

    private static IReadOnlyList<string> Numbers(StoredRatio ratio) =>
    [
        ratio.Name,
        new Nanoseconds(ratio.Old).ToString(),
        new Nanoseconds(ratio.New).ToString(),
        ratio.Interval is { } interval
            ? $"{RatioText.Of(ratio.Ratio)} ({RatioText.Ends(interval)})"
            : $"{RatioText.Of(ratio.Ratio)} (no CI)",
    ];

    private static string Word(StoredComparison comparison, StoredRatio ratio) =>
        comparison.IsImitated ? "not said"
        : ratio.Interval is null ? "too few launches"
        : ratio.AsSpeedUp(launches: 1).Verdict switch
        {
            ComparisonVerdict.Faster => "faster",
            ComparisonVerdict.Slower => "slower",
            ComparisonVerdict.Equal => "equal within 5 %",
            _ => "cannot tell",
        };

    /// <summary>The rows, counted by what they say.</summary>
    public static string Counts(StoredComparison comparison) => string.Join(", ", comparison.Cases
        .GroupBy(ratio => Word(comparison, ratio))
        .OrderByDescending(same => same.Count())
        .Select(same => string.Create(CultureInfo.InvariantCulture, $"{same.Count()} {same.Key}")));
}
