using System.Globalization;
using FileTransfer.Results.Statistics;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Results.Analysis;

/// <summary>Reads a run, and checks that its statistics match its samples.</summary>
internal static class StoredRun
{
    private const double Rounding = 1e-6;

    /// <summary>Reads results and computes their statistics again, where no samples were left out.</summary>
    /// <exception cref="ResultsFileException">The results cannot be read, or their statistics do not match their samples.</exception>
    public static RunResult Load(string path)
    {
        RunResult run = ResultsFile.Load(path);
        foreach (Measurement measurement in run.Measurements)
        {
            if (FirstFlaw(measurement) is { } flaw)
            {
                throw new ResultsFileException(
                    $"'{path}': the statistics of {measurement.Strategy} over {measurement.Transport} at "
                    + $"{new ByteSize(measurement.SizeBytes)} do not match its samples: {flaw}; measure again, or use an unedited copy");
            }
        }

        return run;
    }

    private static string? FirstFlaw(Measurement measurement)
    {
        if (measurement is not { Outcome: Outcome.Measured, Statistics: { } stored }
            || measurement.Launches.Any(launch => launch.ThinnedFrom is not null))
        {
            return null;
        }

        foreach (Launch launch in measurement.Launches)
        {
            if (Differ("a launch's median", launch.MedianNanoseconds, SampleStatistics.Median(launch.Nanoseconds)) is { } flaw)
            {
                return flaw;
            }
        }

        MeasurementStatistics computed = SampleStatistics.Of(
            measurement.Launches,
            measurement.SizeBytes,
            Verdicts.Delivers(measurement),
            Observation.Find(measurement.Observations, Observation.WallTime));
        (string Name, double? Stored, double? Computed)[] numbers =
        [
            (
                "n",
                stored.N,
                computed.N),
            ("min", stored.Min, computed.Min),
            ("p50", stored.P50, computed.P50),
            ("p90", stored.P90, computed.P90),
            ("p99", stored.P99, computed.P99),
            ("p99.9", stored.P999, computed.P999),
            ("max", stored.Max, computed.Max),
            ("mean", stored.Mean, computed.Mean),
            ("send returned p50", stored.SendReturnedP50, computed.SendReturnedP50),
            ("MB/s", stored.ThroughputMBps, computed.ThroughputMBps),
        ];
        // Older results have an interval for the median only, and it was computed in another way.
        if (stored is { P90Interval: not null } or { P99Interval: not null })
        {
            numbers =
            [
                .. numbers,
                .. Ends("p50", stored.MedianInterval, computed.MedianInterval),
                .. Ends("p90", stored.P90Interval, computed.P90Interval),
                .. Ends("p99", stored.P99Interval, computed.P99Interval),
            ];
        }

        return numbers.Select(number => Differ(number.Name, number.Stored, number.Computed)).FirstOrDefault(flaw => flaw is not null);
    }

    private static (string Name, double? Stored, double? Computed)[] Ends(string name, Interval? stored, Interval? computed) =>
        [($"the lower end of {name}", stored?.Lower, computed?.Lower), ($"the upper end of {name}", stored?.Upper, computed?.Upper)];

    private static string? Differ(string name, double? stored, double? computed) =>
        stored is null == computed is null && Math.Abs((stored - computed) ?? 0) <= Rounding * Math.Abs(computed ?? 0)
            ? null
            : string.Create(CultureInfo.InvariantCulture, $"{name} is stored as {stored}, but the samples give {computed}");
}
