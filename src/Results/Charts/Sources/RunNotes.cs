using System.Globalization;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Charts.Model;

namespace FileTransfer.Results.Charts.Sources;

/// <summary>Notes on the data that a picture lacks, and why.</summary>
internal static class RunNotes
{
    /// <summary>The notes for a picture.</summary>
    /// <param name="run">The run.</param>
    /// <param name="series">Its series.</param>
    /// <param name="sizes">The sizes shown.</param>
    /// <param name="onlyThese">True for a picture of these sizes only, false for a picture of all sizes.</param>
    public static IReadOnlyList<Note> Of(RunResult run, IReadOnlyList<Series> series, IReadOnlyList<long> sizes, bool onlyThese = false) =>
    [
        .. Partial(run),
        .. NotMeasured(series, onlyThese ? sizes : null),
        .. Absent(series, sizes),
        .. FewerLaunches(run, series, sizes),
    ];

    private static IEnumerable<Note> Partial(RunResult run) => run.Run.Partial
        ? [new Note("Partial run: it was interrupted, and the missing cases were not measured.", IsGrave: true)]
        : [];

    private static IEnumerable<Note> NotMeasured(IReadOnlyList<Series> series, IReadOnlyList<long>? only)
    {
        IReadOnlyList<long> known = [.. series.SelectMany(one => one.All).Select(measurement => measurement.SizeBytes).Distinct().Order()];
        return series
            .SelectMany(one => one.All
                .Where(measurement => !Series.IsMeasured(measurement))
                .Select(measurement => (one.Name, Measurement: measurement)))
            .Where(item => only?.Contains(item.Measurement.SizeBytes) != false)
            .GroupBy(item => (item.Name, item.Measurement.Outcome, item.Measurement.Reason))
            .OrderBy(group => group.Key.Outcome == Outcome.Failed ? 0 : 1)
            .Select(group => new Note(
                $"{group.Key.Name} {(group.Key.Outcome == Outcome.Unsupported ? "is unsupported here" : "failed")} "
                + $"{SizeText.At([.. group.Select(item => item.Measurement.SizeBytes)], known)}: "
                + (group.Key.Reason ?? "no reason was recorded"),
                IsGrave: group.Key.Outcome == Outcome.Failed));
    }

    private static IEnumerable<Note> Absent(IReadOnlyList<Series> series, IReadOnlyList<long> sizes)
    {
        string[] absent = [.. series
            .Select(one => (one.Name, Sizes: sizes.Where(size => one.All.All(measurement => measurement.SizeBytes != size)).ToArray()))
            .Where(item => item.Sizes.Length > 0)
            .Select(item => $"{item.Name} {SizeText.At(item.Sizes, sizes)}")];
        return absent.Length == 0 ? [] : [new Note($"Not in the results: {string.Join("; ", absent)}.", IsGrave: true)];
    }

    private static IEnumerable<Note> FewerLaunches(RunResult run, IReadOnlyList<Series> series, IReadOnlyList<long> sizes)
    {
        (string Name, Measurement Measurement)[] shown = [.. series.SelectMany(one => one.Measured
            .Where(measurement => sizes.Contains(measurement.SizeBytes))
            .Select(measurement => (one.Name, measurement)))];
        int most = shown.Select(item => item.Measurement.Launches.Count).DefaultIfEmpty(0).Max();
        string[] fewer = [.. shown
            .Where(item => item.Measurement.Launches.Count < most)
            .Select(item => string.Create(
                CultureInfo.InvariantCulture,
                $"{item.Name} at {SizeText.Of(item.Measurement.SizeBytes)} ({item.Measurement.Launches.Count})"))];
        if (fewer.Length > 0 && run.Run.IsRace)
        {
            yield return new Note(string.Create(
                CultureInfo.InvariantCulture,
                $"{shown.Min(item => item.Measurement.Launches.Count)} to {most} launches: who was proven to be slower left the race, "
                + $"and a size was done when its answer was known."));
        }
        else if (fewer.Length > 0)
        {
            yield return new Note(
                $"Fewer launches than the {most.ToString(CultureInfo.InvariantCulture)} of the others: {string.Join("; ", fewer)}.",
                IsGrave: true);
        }

        if (most is > 0 and < Comparison.RoundsNeeded)
        {
            yield return new Note(
                $"Provisional: {RunCaption.Count(most, "launch", "launches")} per strategy and size, one in each round; verdicts need at "
                + $"least {Comparison.RoundsNeeded}.",
                IsGrave: true);
        }
    }
}
