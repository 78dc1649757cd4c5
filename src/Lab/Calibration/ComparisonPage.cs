using System.Globalization;
using FileTransfer.Harness.Comparing;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Reports;
using FileTransfer.Results.Statistics;

namespace FileTransfer.Lab.Calibration;

/// <summary>The sections of the calibration page about comparisons.</summary>
internal static class ComparisonPage
{
    private const string Nothing = "nothing";

    /// <summary>The sections, as Markdown.</summary>
    public static string Of(IReadOnlyList<ComparisonEntry> entries)
    {
        ComparisonEntry[] same = [.. entries.Where(entry => entry.Difference == Nothing)];
        ComparisonEntry[] slower = [.. entries.Where(entry => entry.Difference != Nothing)];
        return $"""

            ## `compare` where nothing has changed

            Both sides are the same program with the same options. A verdict "regression" or "improvement" about any case is false.
            Beside it, what two usual methods would have said of the same numbers, with the same threshold: Welch's t-test on the means of
            launches, and the test of Mann and Whitney on all samples. "At most" is the upper confidence bound (Clopper and Pearson,
            one-sided, 95 %). "busy" has a program beside it that keeps one processor busy: such a comparison should end as unfit.

            {(same.Length == 0 ? "Not measured yet.\n" : FalseAlarms(same))}
            ## `compare` where one side is slower

            One side is slowed down by a known share: by copying memory, by system calls, by reading in pieces of 512 bytes as with a
            buffer that is too small, or by sleeping (of which what is shorter than a millisecond is spent reading the clock).

            {(slower.Length == 0 ? "Not measured yet.\n" : Found(slower))}
            """;
    }

    private static string FalseAlarms(ComparisonEntry[] entries) => MarkdownText.Table(new Table(
        [
            "background load", ">comparisons", ">cases", ">with a false verdict", ">at most", ">ended as unfit", ">t-test alarms",
            ">Mann–Whitney alarms", ">smallest visible change (median)",
        ],
        // Not summed up: who ends as unfit gives no verdicts that could be false.
        entries.GroupBy(entry => entry.Beside).OrderByDescending(group => group.Key).Select(group => Row(group.Key, [.. group]))));

    private static Cell[] Row(string beside, ComparisonEntry[] entries)
    {
        int wrong = entries.Count(IsFalse);
        return
        [
            beside,
            entries.Length,
            entries.Sum(entry => entry.Cases),
            Share(wrong, entries.Length),
            string.Create(CultureInfo.InvariantCulture, $"{ClopperPearson.Upper(wrong, entries.Length) * 100:0.0} %"),
            entries.Count(entry => entry.IsUnfit),
            Share(entries.Count(entry => entry.TTestAlarms > 0), entries.Length),
            Share(entries.Count(entry => entry.MannWhitneyAlarms > 0), entries.Length),
            Seen(entries),
        ];
    }

    private static string Found(ComparisonEntry[] entries) => MarkdownText.Table(new Table(
        [
            "slowed down by",
            "background load",
            ">cases",
            ">found",
            ">cannot tell",
            ">called equivalent",
            ">wrong",
            ">smallest visible change (median)",
        ],
        entries
            .GroupBy(entry => (entry.Difference, entry.Beside))
            .OrderBy(group => group.Key)
            .Select(group => (Cell[])
            [
                group.Key.Difference,
                group.Key.Beside,
                group.Sum(entry => entry.Cases),
                Share(group.Sum(entry => entry.Count(nameof(ChangeVerdict.Regression))), group.Sum(entry => entry.Cases)),
                group.Sum(entry => entry.Count(nameof(ChangeVerdict.CannotTell)) + entry.Count(nameof(ChangeVerdict.Invalid))),
                group.Sum(entry => entry.Count(nameof(ChangeVerdict.Equivalent))),
                group.Sum(entry => entry.Count(nameof(ChangeVerdict.Improvement))),
                Seen([.. group]),
            ])));

    private static bool IsFalse(ComparisonEntry entry) =>
        entry.Count(nameof(ChangeVerdict.Regression)) + entry.Count(nameof(ChangeVerdict.Improvement)) > 0;

    private static string Share(int part, int whole) =>
        string.Create(CultureInfo.InvariantCulture, $"{part} ({(whole == 0 ? 0 : 100.0 * part / whole):0} %)");

    private static string Seen(ComparisonEntry[] entries)
    {
        double[] seen = [.. entries.Select(entry => entry.SmallestSeen).OfType<double>().Order()];
        return seen.Length == 0 ? "none" : RatioText.Of(seen[seen.Length / 2]);
    }
}
