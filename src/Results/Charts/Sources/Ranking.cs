using FileTransfer.Results.Analysis;
using FileTransfer.Results.Charts.Model;

namespace FileTransfer.Results.Charts.Sources;

/// <summary>Chooses the strategies that a picture highlights when a run has more than eight.</summary>
internal static class Ranking
{
    /// <summary>Largest number of series with a colour, a label and a band.</summary>
    public const int MostHighlighted = 8;

    /// <summary>The selection rule, for the notes of a picture that does not highlight all series.</summary>
    public const string Rule = "the baseline and the strategies with the best rank at any size, by median time";

    /// <summary>
    /// Sorts by overall speed, the fastest first: the geometric mean over the sizes of a series' time divided by the fastest time.
    /// Series that lack a size come after those, series without numbers last.
    /// </summary>
    public static IReadOnlyList<Series> BestFirst(IReadOnlyList<Series> series)
    {
        long[] sizes = [.. Series.Sizes(series)];
        Dictionary<long, double> fastest = sizes.ToDictionary(size => size, size => series.Min(one => Median(one, size)));
        return [.. series
            .OrderBy(one => one.Measured.Count == 0 ? 2 : one.Measured.Count < sizes.Length ? 1 : 0)
            .ThenBy(one => one.Measured
                .Select(measurement => Math.Log(Median(one, measurement.SizeBytes) / fastest[measurement.SizeBytes]))
                .DefaultIfEmpty(0)
                .Average())];
    }

    /// <summary>
    /// The highlighted series, in the given order: all when there are few. Otherwise the baseline and the series with the best rank
    /// at any size; at equal rank the faster overall.
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
            foreach ((Series one, int place) in series
                .Where(one => one.At(size) is not null)
                .OrderBy(one => Median(one, size))
                .Select((one, place) => (one, place)))
            {
                best[one] = Math.Min(best[one], place);
            }
        }

        HashSet<Series> chosen = [.. BestFirst(series).OrderBy(one => IsBaseline(one, baseline) ? -1 : best[one]).Take(MostHighlighted)];
        return [.. series.Where(chosen.Contains)];
    }

    /// <summary>The baseline and the fastest series at a size, the fastest first.</summary>
    /// <param name="series">Series that were measured at the size.</param>
    /// <param name="sizeBytes">The size.</param>
    /// <param name="baseline">The baseline by id, or null.</param>
    /// <param name="most">Number of series, with the baseline.</param>
    public static IReadOnlyList<Series> Fastest(IReadOnlyList<Series> series, long sizeBytes, string? baseline, int most) =>
    [
        .. series
            .OrderBy(one => IsBaseline(one, baseline) ? 0 : 1)
            .ThenBy(one => Median(one, sizeBytes))
            .Take(most)
            .OrderBy(one => Median(one, sizeBytes)),
    ];

    /// <summary>
    /// Gives each series a colour: its own if it is highlighted in all pictures, otherwise a free one. At most eight series.
    /// </summary>
    public static IReadOnlyList<Series> Colored(IReadOnlyList<Series> series)
    {
        Queue<int> free = new(
            Enumerable.Range(0, MostHighlighted).Except(series.Select(one => one.Number)).Select(number => number + MostHighlighted));
        return [.. series.Select(one => one.Number < MostHighlighted ? one : one with { Number = free.Dequeue() })];
    }

    /// <summary>A note that names the series not drawn at a size, with their medians.</summary>
    public static IEnumerable<Note> NotDrawn(IReadOnlyList<Series> series, IReadOnlyList<Series> drawn, long sizeBytes)
    {
        string[] names = [.. series
            .Except(drawn)
            .OrderBy(one => Median(one, sizeBytes))
            .Select(one => $"{one.Name} ({new Nanoseconds(Median(one, sizeBytes))})")];
        return names.Length == 0
            ? []
            :
            [
                new Note(
                    $"Not drawn, with their medians: {string.Join(", ", names)}. Their numbers are in the tables of the reports, their "
                    + $"samples in {ResultsFile.FileName}.",
                    IsWhole: true),
            ];
    }

    /// <summary>True for the series of the baseline, over any transport.</summary>
    public static bool IsBaseline(Series series, string? baseline) => series.All[0].Strategy == baseline;

    private static double Median(Series series, long sizeBytes) => series.At(sizeBytes)?.Statistics!.P50 ?? double.PositiveInfinity;
}
