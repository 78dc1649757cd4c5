using FileTransfer.Harness.Analysis;
using FileTransfer.Harness.Charts.Model;
using FileTransfer.Harness.Results;

namespace FileTransfer.Harness.Charts.Sources;

/// <summary>Which strategies a picture shows first, when there are more than a reader can tell apart.</summary>
internal static class Ranking
{
    /// <summary>Series up to which all have a colour, a label and a band; with more, so many have.</summary>
    public const int MostHighlighted = 8;

    /// <summary>What is said beside a picture in which not all are highlighted.</summary>
    public const string Rule = "the baseline and those with the best place at any size, by median time";

    /// <summary>The best first: those measured at every size by how many times as long as the fastest they take, on the geometric mean over the sizes; then the others; then those without numbers.</summary>
    public static IReadOnlyList<Series> BestFirst(IReadOnlyList<Series> series)
    {
        long[] sizes = [.. Series.Sizes(series)];
        Dictionary<long, double> fastest = sizes.ToDictionary(size => size, size => series.Min(one => Median(one, size)));
        return [.. series
            .OrderBy(one => one.Measured.Count == 0 ? 2 : one.Measured.Count < sizes.Length ? 1 : 0)
            .ThenBy(one => one.Measured.Select(measurement => Math.Log(Median(one, measurement.SizeBytes) / fastest[measurement.SizeBytes])).DefaultIfEmpty(0).Average())];
    }

    /// <summary>
    /// The series that have a colour of their own, in the order given: all of a few; of many the baseline, then those with the
    /// best place at any size, the better overall first.
    /// </summary>
    public static IReadOnlyList<Series> Highlighted(IReadOnlyList<Series> series, string? baseline)
    {
        if (series.Count <= MostHighlighted)
        {
            return series;
        }

        long[] sizes = [.. Series.Sizes(series)];
        Dictionary<Series, int> best = series.ToDictionary(one => one, _ => int.MaxValue);
        foreach (long size in sizes)
        {
            foreach ((Series one, int place) in series.Where(one => one.At(size) is not null).OrderBy(one => Median(one, size)).Select((one, place) => (one, place)))
            {
                best[one] = Math.Min(best[one], place);
            }
        }

        HashSet<Series> chosen = [.. BestFirst(series).OrderBy(one => IsBaseline(one, baseline) ? -1 : best[one]).Take(MostHighlighted)];
        return [.. series.Where(chosen.Contains)];
    }

    /// <summary>The baseline and the fastest at a size, so many in all, the fastest first.</summary>
    /// <param name="series">Series that were measured at the size.</param>
    /// <param name="sizeBytes">The size.</param>
    /// <param name="baseline">The baseline by id, or null.</param>
    /// <param name="most">How many.</param>
    public static IReadOnlyList<Series> Fastest(IReadOnlyList<Series> series, long sizeBytes, string? baseline, int most) =>
    [
        .. series
            .OrderBy(one => IsBaseline(one, baseline) ? 0 : 1)
            .ThenBy(one => Median(one, sizeBytes))
            .Take(most)
            .OrderBy(one => Median(one, sizeBytes)),
    ];

    /// <summary>At most as many series as there are highlighted ones, each with a colour of its own: that which it has in every picture, if any.</summary>
    public static IReadOnlyList<Series> Colored(IReadOnlyList<Series> series)
    {
        Queue<int> free = new(Enumerable.Range(0, MostHighlighted).Except(series.Select(one => one.Number)).Select(number => number + MostHighlighted));
        return [.. series.Select(one => one.Number < MostHighlighted ? one : one with { Number = free.Dequeue() })];
    }

    /// <summary>Names what is not drawn at a size, with its medians, and says where it can be found.</summary>
    public static IEnumerable<Note> NotDrawn(IReadOnlyList<Series> series, IReadOnlyList<Series> drawn, long sizeBytes)
    {
        string[] names = [.. series.Except(drawn).OrderBy(one => Median(one, sizeBytes)).Select(one => $"{one.Name} ({new Nanoseconds(Median(one, sizeBytes))})")];
        return names.Length == 0
            ? []
            : [new Note($"Not drawn, with their medians: {string.Join(", ", names)}. Their numbers are in the tables of the reports, their samples in {ResultsFile.FileName}.", IsWhole: true)];
    }

    /// <summary>True for the series of the baseline, over whichever transport.</summary>
    public static bool IsBaseline(Series series, string? baseline) => series.All[0].Strategy == baseline;

    private static double Median(Series series, long sizeBytes) => series.At(sizeBytes)?.Statistics!.P50 ?? double.PositiveInfinity;
}
