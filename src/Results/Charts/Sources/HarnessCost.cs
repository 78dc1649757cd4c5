using FileTransfer.Results.Analysis;
using FileTransfer.Results.Charts.Model;

namespace FileTransfer.Results.Charts.Sources;

/// <summary>The time that the harness itself takes, measured by the strategy that sends nothing.</summary>
internal static class HarnessCost
{
    /// <summary>Its median time per transfer at each size, in nanoseconds.</summary>
    public static ReferenceLine Line(RunResult run) => new(
        "harness alone",
        [
            .. run.Measurements
                .Where(measurement => !Verdicts.Delivers(measurement) && Series.IsMeasured(measurement))
                .OrderBy(measurement => measurement.SizeBytes)
                .Select(measurement => new ReferencePoint(measurement.SizeBytes, measurement.Statistics!.P50, measurement.Strategy)),
        ]);

    /// <summary>A note with the largest share of a shown median that the harness itself takes.</summary>
    public static IEnumerable<Note> Note(RunResult run)
    {
        ReferencePoint[] points = [.. Line(run).Points];
        (double Share, string Text)[] shares = [.. Series.Of(run)
            .SelectMany(series => series.Measured)
            .Join(points, measurement => measurement.SizeBytes, point => point.SizeBytes, (measurement, point) => (
                point.MedianNanoseconds / measurement.Statistics!.P50,
                $"{new Nanoseconds(point.MedianNanoseconds)} of the {new Nanoseconds(measurement.Statistics.P50)} of "
                + $"{measurement.Strategy} at {SizeText.Of(measurement.SizeBytes)}"))];
        if (shares.Length > 0)
        {
            (double share, string text) = shares.MaxBy(item => item.Share);
            yield return new Note($"The harness itself takes at most {Digits.Significant(100 * share, 2)} % of a median shown: {text}.");
        }
    }
}
