using FileTransfer.Results.Analysis;

namespace FileTransfer.Results.Charts.Sources;

/// <summary>Writes chart titles about speed, which claim no more than the verdicts of the run.</summary>
internal static class Findings
{
    private const string Nothing = "Nothing was measured";
    private const int MostNamed = 3;

    /// <summary>The strategies that are faster than the baseline, with their sizes, and the sizes without a clear winner.</summary>
    public static string Speed(RunResult run)
    {
        if (!Verdicts.AreDrawn(run))
        {
            return "A smoke run, without verdicts";
        }

        Verdict[] verdicts = [.. Verdicts.Of(run).Where(verdict => verdict.Leader is not null)];
        string[] transports = [.. verdicts.Select(verdict => verdict.Group.Transport).Distinct()];
        return transports.Length switch
        {
            0 => Nothing,
            1 => Speed(verdicts),
            _ => string.Join("; ", transports.Select(transport => $"{(transport == transports[0] ? "Over" : "over")} {transport}, "
                + $"{Speed([.. verdicts.Where(verdict => verdict.Group.Transport == transport)])}")),
        };
    }

    /// <summary>The verdict at one size; null when several transports have one.</summary>
    public static Verdict? At(RunResult run, long sizeBytes) =>
        Verdicts.Of(run).Where(verdict => verdict.SizeBytes == sizeBytes && verdict.Leader is not null).ToArray() is [Verdict only]
            ? only
            : null;

    /// <summary>True when a comparison tells two strategies apart.</summary>
    public static bool IsDecided(Comparison? comparison) => comparison is { IsDecided: true };

    /// <summary>The series with the lowest value at each size, or how many share it, for values without an interval.</summary>
    public static string Least(
        IReadOnlyList<Series> series,
        Func<Measurement, double?> value,
        (string One, string Several) does,
        string most,
        string unit)
    {
        IReadOnlyList<long> sizes = Series.Sizes(series);
        IGrouping<(string Name, bool IsOne), (long Size, string Name, bool IsOne, double Value)>[] best = [.. sizes
            .Select(size => (Size: size, Values: series
                .Select(one => (one.Name, Value: one.At(size) is { } measurement ? value(measurement) : null))
                .Where(item => item.Value is not null)
                .OrderBy(item => item.Value)
                .ToArray()))
            .Where(item => item.Values.Length > 0)
            .Select(item => (
                item.Size,
                Names: item.Values
                    .TakeWhile(other => Math.Round(other.Value!.Value) == Math.Round(item.Values[0].Value!.Value))
                    .Select(other => other.Name)
                    .ToArray(),
                Value: item.Values[0].Value!.Value))
            .Select(item => (
                item.Size,
                Name: item.Names.Length <= MostNamed ? SizeText.Words(item.Names) : $"{item.Names.Length} strategies",
                IsOne: item.Names.Length == 1,
                item.Value))
            .GroupBy(item => (item.Name, item.IsOne))];
        return string.Join("; ", best.Select(group =>
        {
            string low = TickText.Number(Math.Round(group.Min(item => item.Value)));
            string high = TickText.Number(Math.Round(group.Max(item => item.Value)));
            string verb = (group.Key.IsOne ? does.One : does.Several) + (series.Count > 1 ? $" {most}" : string.Empty);
            return $"{group.Key.Name} {verb} {SizeText.At([.. group.Select(item => item.Size)], sizes)} "
                + $"({(low == high ? low : $"{low} to {high}")} {unit})";
        }));
    }

    private static string Speed(Verdict[] verdicts)
    {
        long[] all = [.. verdicts.Select(verdict => verdict.SizeBytes)];
        Verdict[] tied = [.. verdicts.Where(verdict => verdict.Comparison is { Interval: not null } && !IsDecided(verdict.Comparison))];
        string[] decided = [.. Won(verdicts, all), .. Lost(verdicts, all)];
        List<string> parts =
        [
            .. decided,
            .. decided.Length > 0 && tied.Length > 0
                ? [$"no clear winner {Sizes(tied, all)}"]
                : Sentences(tied, all, _ => true, (first, sizes) => $"{Pair(first.Comparison!)} "
                    + $"{(first.Comparison!.Verdict == ComparisonVerdict.Equal ? "are equal" : "cannot be told apart")} {sizes}"),
            .. Sentences(verdicts, all, verdict => verdict.Comparison is { Interval: null }, (first, sizes) =>
                $"{first.Leader} has the lowest median {sizes}, but too few rounds to compare"),
            .. Sentences(verdicts, all, verdict => verdict.Comparison is null, (first, sizes) =>
                $"{first.Leader} has the lowest median {sizes} (no baseline to compare with)"),
        ];
        return string.Join("; ", parts);
    }

    private static IEnumerable<string> Won(Verdict[] verdicts, long[] all)
    {
        IGrouping<string, Verdict>[] winners = [.. verdicts
            .Where(verdict => verdict.Comparison is { Verdict: ComparisonVerdict.Faster })
            .GroupBy(verdict => verdict.Comparison!.Other)];
        return winners.Length switch
        {
            0 => [],
            1 => [$"{winners[0].Key} beats {Baseline(winners[0])} {Sizes(winners[0], all)}, by {Most(winners[0])}"],
            > MostNamed when verdicts
                .Where(verdict => verdict.Comparison is { Verdict: ComparisonVerdict.Faster })
                .MaxBy(verdict => RatioText.Factor(verdict.Comparison!)) is { } most =>
            [
                $"{Baseline(winners[0])} is slower than the fastest strategy {Sizes(winners.SelectMany(winner => winner), all)}, "
                + $"by {(RatioText.IsWide(most.Comparison!) ? string.Empty : "up to ")}{RatioText.FactorWords(most.Comparison!)} "
                + $"({most.Comparison!.Other} at {SizeText.Of(most.SizeBytes)})",
            ],
            _ =>
            [
                $"{Baseline(winners[0])} is slower than "
                + SizeText.Words([.. winners.Select(winner => $"{winner.Key} {Sizes(winner, all)} ({Most(winner)})")]),
            ],
        };
    }

    private static IEnumerable<string> Lost(Verdict[] verdicts, long[] all) => verdicts
        .Where(verdict => verdict.Comparison is { Verdict: ComparisonVerdict.Slower })
        .GroupBy(verdict => verdict.Comparison!.Baseline)
        .Select(group =>
            $"{group.Key} is the fastest {Sizes(group, all)}, by {Most(group)}");

    private static IEnumerable<string> Sentences(
        Verdict[] verdicts,
        long[] all,
        Func<Verdict, bool> holds,
        Func<Verdict, string, string> say) => verdicts
        .Where(holds)
        .GroupBy(verdict => (verdict.Comparison?.Baseline, verdict.Comparison?.Other, verdict.Comparison?.Verdict, verdict.Leader))
        .Select(group => say(group.First(), Sizes(group, all)));

    private static string Sizes(IEnumerable<Verdict> group, long[] all) =>
        SizeText.At([.. group.Select(verdict => verdict.SizeBytes)], all);

    private static string Pair(Comparison comparison) => $"{comparison.Other} and {comparison.Baseline}";

    private static string Baseline(IEnumerable<Verdict> group) => group.First().Comparison!.Baseline;

    /// <summary>The largest difference that is shown: <c>2.1×</c>; of several <c>up to 2.1×</c> or <c>at least 13× at 1M</c>.</summary>
    private static string Most(IEnumerable<Verdict> group)
    {
        Verdict[] verdicts = [.. group];
        Verdict most = verdicts.MaxBy(verdict => RatioText.Factor(verdict.Comparison!))!;
        string words = RatioText.FactorWords(most.Comparison!);
        return verdicts.Length == 1 ? words
            : RatioText.IsWide(most.Comparison!) ? $"{words} at {SizeText.Of(most.SizeBytes)}"
            : $"up to {words}";
    }
}
