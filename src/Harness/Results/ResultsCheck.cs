using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Results;

/// <summary>What the types cannot promise about a run that was read from a file.</summary>
internal static class ResultsCheck
{
    /// <summary>The first contradiction in a run, in a few words, or null when there is none.</summary>
    public static string? FirstFlaw(RunResult run)
    {
        // Absent collections come out of the deserializer as null although the types say otherwise.
        for (int index = 0; index < run.Measurements.Count; index++)
        {
            Measurement? measurement = run.Measurements[index];
            string? flaw = measurement is null ? "is null" : FirstFlaw(measurement);
            if (flaw is not null)
            {
                string name = measurement is null ? string.Empty : $" ({measurement.Strategy}, {new ByteSize(measurement.SizeBytes)})";
                return $"measurement {index + 1}{name} {flaw}";
            }
        }

        return null;
    }

    private static string? FirstFlaw(Measurement measurement)
    {
        if (measurement.SizeBytes < 0)
        {
            return $"has the size {measurement.SizeBytes}";
        }

        if (measurement.Launches is null || measurement.Launches.Any(launch => launch is null))
        {
            return "has no launches";
        }

        if (measurement.Launches.Any(launch => launch.Nanoseconds.Count != launch.SendReturnedNanoseconds.Count))
        {
            return "has a launch whose two lists of samples differ in length";
        }

        if (measurement.Outcome != Outcome.Measured)
        {
            return string.IsNullOrWhiteSpace(measurement.Reason) ? "was not measured and gives no reason" : null;
        }

        return measurement switch
        {
            { Statistics: null } => "is called measured but has no statistics",
            { Launches.Count: 0 } => "is called measured but has no launches",
            _ when measurement.Launches.Any(launch => launch.Nanoseconds.Count == 0) => "has a launch without samples",
            _ when measurement.Launches.Any(launch => launch.MedianNanoseconds <= 0) => "has a launch whose median is not above zero",
            _ => null,
        };
    }
}
