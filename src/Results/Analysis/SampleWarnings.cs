using System.Globalization;
using FileTransfer.Results.Statistics;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Results.Analysis;

/// <summary>Warnings about samples that their median hides, each with its remedy.</summary>
internal static class SampleWarnings
{
    private const int Named = 3;
    private const double SmallestDrift = 1.25;
    private const double LastingShare = 0.2;

    /// <summary>The warnings of a run: distributions with several modes, and drift inside launches.</summary>
    public static IReadOnlyList<string> Of(RunResult run)
    {
        Measurement[] measured = [.. run.Measurements
            .Where(measurement => measurement is { Outcome: Outcome.Measured, Launches.Count: > 0 } && Verdicts.Delivers(measurement))
            .OrderBy(measurement => measurement.SizeBytes)];
        string[] modes = [.. measured.AsParallel().AsOrdered().Select(Modes).OfType<string>()];
        string[] drifts = [.. measured.AsParallel().AsOrdered().Select(Drift).OfType<string>()];
        string pin = measured.Any(one => one.Placement is null or "none") ? ", and pin both ends (--affinity same,split)" : "";
        return
        [
            .. modes.Length == 0
                ? Array.Empty<string>()
                :
                [
                    $"Transfer times have several modes, so the median may not be a typical time: {Enumerate(modes)}. Look at the "
                    + $"distributions{pin}.",
                ],
            .. drifts.Length == 0
                ? Array.Empty<string>()
                :
                [
                    $"Transfer times drift inside launches: {Enumerate(drifts)}. Another process was running, or the processor changed its "
                    + "clock frequency: look at the timelines, and repeat on an idle machine.",
                ],
        ];
    }

    private static string? Modes(Measurement measurement)
    {
        IReadOnlyList<Mode> modes = Statistics.Modes.Of(measurement);
        IEnumerable<string> shares = modes.Select(
            mode => string.Create(CultureInfo.InvariantCulture, $"{new Nanoseconds(mode.Nanoseconds)} for {mode.Share * 100:0} %"));
        return modes.Count < 2 ? null : $"{Name(measurement)} ({string.Join(", ", shares)})";
    }

    private static string? Drift(Measurement measurement)
    {
        (double Low, double High)[] drifts = [.. measurement.Launches
            .Select(Paces)
            .Where(pace => pace.High >= SmallestDrift * pace.Low)];
        if (drifts.Length == 0)
        {
            return null;
        }

        (double low, double high) = drifts.MaxBy(drift => drift.High / drift.Low);
        return $"{Name(measurement)} ({drifts.Length} of {measurement.Launches.Count} launches, "
            + $"at most from {new Nanoseconds(low)} to {new Nanoseconds(high)})";
    }

    // Short changes show in p99; only lasting ones count as drift.
    private static (double Low, double High) Paces(Launch launch)
    {
        double[] medians = [.. ChangePoints.Of(launch)
            .Where(segment => segment.End - segment.Start >= LastingShare * launch.Nanoseconds.Count)
            .Select(segment => segment.MedianNanoseconds)];
        return medians.Length == 0 ? (1, 1) : (medians.Min(), medians.Max());
    }

    private static string Name(Measurement measurement) =>
        $"{measurement.Strategy} at {new ByteSize(measurement.SizeBytes)}{PlacementText.Behind(measurement)}";

    private static string Enumerate(string[] items) =>
        string.Join("; ", items.Take(Named)) + (items.Length > Named ? $"; and {items.Length - Named} more" : string.Empty);
}
