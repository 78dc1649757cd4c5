using System.Globalization;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Results.Analysis;

/// <summary>One sentence that answers for all sizes and placements of a run, where there is one.</summary>
/// <remarks>
/// A strategy that is as fast as the best wherever the run has an answer; or one that is so in most places, and a second one for all of
/// the others. More than two would be the table again.
/// </remarks>
internal static class Advice
{
    private const double PerCent = 100;

    /// <summary>The sentence; null where no two strategies answer for all, and where there is one answer only.</summary>
    public static string? Of(RunResult run)
    {
        Verdict[] all = [.. Verdicts.Of(run).Where(verdict => verdict.Leader is not null)];
        Verdict[] answers = [.. all.Where(verdict => verdict.IsAnswer)];
        if (answers.Length < 2 || answers.Select(verdict => verdict.Group.Transport).Distinct().Count() > 1)
        {
            return null;
        }

        string first = Best(answers);
        Verdict[] others = [.. answers.Where(verdict => !verdict.Fastest.Contains(first))];
        if (others.Length == 0)
        {
            string margin = string.Create(CultureInfo.InvariantCulture, $"{Races.MarginOf(run.Run) * PerCent:0.##} %");
            return answers.Length == all.Length
                ? $"Use {first} at every size: nothing is more than {margin} faster."
                : $"Use {first}: nothing is more than {margin} faster, except perhaps {Where([.. all.Except(answers)], all)}.";
        }

        string second = Best(others);
        return others.All(verdict => verdict.Fastest.Contains(second)) ? $"Use {first}; {Where(others, all)}, {second}." : null;
    }

    /// <summary>Who is among the fastest most often; of several, who leads most often.</summary>
    private static string Best(Verdict[] verdicts) => verdicts
        .SelectMany(verdict => verdict.Fastest.Select((id, place) => (Id: id, Leads: place == 0)))
        .GroupBy(one => one.Id)
        .OrderByDescending(one => one.Count())
        .ThenByDescending(one => one.Count(each => each.Leads))
        .ThenBy(one => one.Key, StringComparer.Ordinal)
        .First().Key;

    /// <summary>Some of the verdicts in words: sizes of all placements, or placement by placement.</summary>
    private static string Where(Verdict[] some, Verdict[] all)
    {
        ILookup<string?, Verdict> placements = all.ToLookup(verdict => verdict.Group.Placement);
        (string? Placement, string Sizes)[] each =
        [
            .. placements
                .Where(placement => placement.Any(some.Contains))
                .Select(placement => (placement.Key, Sizes([.. placement.Where(some.Contains)], [.. placement]))),
        ];
        return each.Length == placements.Count && each.Select(one => one.Sizes).Distinct().ToArray() is [{ Length: > 0 } same]
            ? same
            : VerdictText.Enumerate([.. each.Select(one => $"{PlacementText.Where(one.Placement)} {one.Sizes}".Trim())]);
    }

    /// <summary>Some of the sizes in words: <c>up to 10K</c>, <c>from 100K</c>, <c>at 1K and 1M</c>; empty for all.</summary>
    private static string Sizes(Verdict[] some, Verdict[] all)
    {
        long[] sizes = [.. all.Select(verdict => verdict.SizeBytes).Order()];
        long[] chosen = [.. some.Select(verdict => verdict.SizeBytes).Order()];
        return chosen.Length switch
        {
            _ when chosen.Length == sizes.Length => "",
            > 1 when chosen.SequenceEqual(sizes.Take(chosen.Length)) => $"up to {new ByteSize(chosen[^1])}",
            > 1 when chosen.SequenceEqual(sizes.TakeLast(chosen.Length)) => $"from {new ByteSize(chosen[0])}",
            _ => $"at {VerdictText.Enumerate([.. chosen.Select(size => new ByteSize(size).ToString())])}",
        };
    }
}
