using System.Globalization;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Reports;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Harness.Comparing;

/// <summary>The words of a comparison, the same on the console and in every report.</summary>
internal static class CompareText
{
    private static readonly (ChangeVerdict Verdict, string One, string Many)[] s_words =
    [
        (ChangeVerdict.Regression, "regression", "regressions"),
        (ChangeVerdict.Improvement, "improvement", "improvements"),
        (ChangeVerdict.Equivalent, "equivalent", "equivalent"),
        (ChangeVerdict.CannotTell, "cannot tell", "cannot tell"),
        (ChangeVerdict.Invalid, "invalid", "invalid"),
    ];

    /// <summary>The verdicts, counted: <c>1 regression, 14 equivalent, 1 cannot tell</c>.</summary>
    public static string Counts(CompareResult result) => string.Join(", ", s_words
        .Select(word => (word, Count: result.Count(word.Verdict)))
        .Where(item => item.Count > 0)
        .Select(item => string.Create(CultureInfo.InvariantCulture, $"{item.Count} {(item.Count == 1 ? item.word.One : item.word.Many)}"))
        .DefaultIfEmpty("nothing was measured"));

    /// <summary>What was compared, how often, and how sure it is; one sentence each.</summary>
    public static IReadOnlyList<string> Facts(CompareResult result) =>
    [
        $"Base: {result.Base}{Commit(result.Base, result.BaseCommit)}. "
            + $"Other: {result.Other}{Commit(result.Other, result.OtherCommit)}. {result.Machine}.",
        string.Create(
            CultureInfo.InvariantCulture,
            $"{result.Rounds} {(result.Rounds == 1 ? "round counts" : "rounds count")}, with the base twice and the other once in each, in "
            + $"random order. {(result.Cases.Count == 1 ? "The case is" : $"All {result.Cases.Count} cases together are")} ")
            + string.Create(CultureInfo.InvariantCulture, $"judged wrongly in at most {result.ErrorRate * 100:0.##} of 100 ")
            + "comparisons of equal sides.",
        result.Margin > result.Threshold
            ? $"Differences up to {RatioText.Of(result.Margin)} are not told apart: the base differed from itself by as much "
                + $"(asked for: {RatioText.Of(result.Threshold)})."
            : $"Differences up to {RatioText.Of(result.Margin)} count as equal. "
                + $"The base against itself: at most {RatioText.Of(Repeated(result))}.",
        .. Smallest(result) is { } smallest ? [$"The smallest change that would have been seen: {smallest}."] : Array.Empty<string>(),
        .. result.Refusals.Count > 0
            ? [
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{result.Refusals.Count} disturbed {(result.Refusals.Count == 1 ? "round was" : "rounds were")} "
                    + $"measured again; the last because {result.Refusals[^1]}."),
            ]
            : Array.Empty<string>(),
        .. result.Notes,
        .. result.IsUnfit
            ? [
                "This machine cannot tell today: too many rounds were disturbed. End what disturbs it, or compare on another machine.",
                .. result.Doctor.Select(sentence => $"The doctor: {sentence}."),
            ]
            : Array.Empty<string>(),
    ];

    /// <summary>A table of cases.</summary>
    public static Table Table(CompareResult result, IEnumerable<ComparedCase> cases) => new(
        ["size", "strategy", ">base, P50", ">other, P50", ">time ÷ base (95 % CI)", "verdict"],
        cases.Select(one => Cells(result, one)))
    {
        Caption = "All cases, those that changed first",
    };

    /// <summary>One row of the table.</summary>
    public static IReadOnlyList<string> Cells(CompareResult result, ComparedCase one) =>
    [
        new ByteSize(one.SizeBytes) + (one.Placement is null ? "" : $" {one.Placement}"),
        one.Transport == Transport.Tcp ? one.Strategy : $"{one.Strategy} over {one.Transport}",
        one.BaseNanoseconds > 0 ? new Nanoseconds(one.BaseNanoseconds).ToString() : "–",
        one.OtherNanoseconds > 0 ? new Nanoseconds(one.OtherNanoseconds).ToString() : "–",
        one.Interval is { } interval ? $"{RatioText.Of(one.Ratio)} ({RatioText.Ends(interval)})" : "–",
        Verdict(result, one),
    ];

    /// <summary>The verdict of a case, with what would decide it.</summary>
    public static string Verdict(CompareResult result, ComparedCase one)
    {
        string word = s_words.Single(item => item.Verdict == one.Verdict).One;
        return one.Verdict switch
        {
            ChangeVerdict.Invalid => $"{word}: {one.Reason}",
            ChangeVerdict.CannotTell when one.RoundsToDecide(result.Margin) is { } rounds =>
                string.Create(CultureInfo.InvariantCulture, $"{word}; about {rounds} rounds would decide"),
            _ => word,
        };
    }

    /// <summary>Rows in the order of a reader's interest: what became worse, what became better, what is not known, the rest.</summary>
    public static IEnumerable<ComparedCase> InOrder(CompareResult result) => result.Cases.OrderBy(one => one.Verdict switch
    {
        ChangeVerdict.Regression => 0,
        ChangeVerdict.Invalid => 1,
        ChangeVerdict.Improvement => 2,
        ChangeVerdict.CannotTell => 3,
        _ => 4,
    });

    /// <summary>The commit of the program that a side is; a server at an address is none of ours.</summary>
    private static string Commit(string side, string commit) =>
        commit.Length == 0 || Uri.TryCreate(side, UriKind.Absolute, out Uri? url) && url.Scheme.StartsWith("http", StringComparison.Ordinal)
            ? ""
            : $" ({commit})";

    private static double Repeated(CompareResult result) =>
        Math.Exp(result.Cases.Select(one => Math.Abs(Math.Log(one.BaseAgainstItself))).DefaultIfEmpty().Max());

    private static string? Smallest(CompareResult result)
    {
        double[] seen = [.. result.Cases.Select(one => one.SmallestSeen).OfType<double>().Order()];
        return seen.Length == 0 ? null
            : seen[0] == seen[^1] ? RatioText.Of(seen[0])
            : $"{RatioText.Of(seen[0])} in the steadiest case, {RatioText.Of(seen[^1])} in the least steady";
    }
}
