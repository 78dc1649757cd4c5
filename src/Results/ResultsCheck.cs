using FileTransfer.Strategies.Units;

namespace FileTransfer.Results;

/// <summary>Checks of a run read from a file that the types alone do not guarantee.</summary>
internal static class ResultsCheck
{
    /// <summary>The first inconsistency of a run, in a few words; null when there is none.</summary>
    public static string? FirstFlaw(RunResult run)
    {
        // The deserializer leaves absent collections null, although their types are not nullable.
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
            { Statistics: null } => "has the outcome measured but no statistics",
            { Launches.Count: 0 } => "has the outcome measured but no launches",
            _ when measurement.Launches.Any(launch => launch.Nanoseconds.Count == 0) => "has a launch without samples",
            _ when measurement.Launches.Any(launch => launch.MedianNanoseconds <= 0) => "has a launch whose median is not above zero",
            _ => null,
        };
    }
}
