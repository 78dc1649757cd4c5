using System.Text.Json.Serialization;

namespace FileTransfer.Harness.Load.Model;

/// <summary>Loads that differ in the number of connections or in the rate: the content of load.json.</summary>
internal sealed record LoadSweep
{
    /// <summary>The format that this version writes.</summary>
    public const string CurrentSchema = "filetransfer-load-sweep/1";

    /// <summary>Name and version of the format.</summary>
    public string Schema { get; init; } = CurrentSchema;

    public required DateTimeOffset StartedUtc { get; init; }

    /// <summary>The command line that repeats it.</summary>
    public required string Command { get; init; }

    /// <summary>True when the points differ in the rate, false when they differ in the number of connections.</summary>
    public required bool IsByRate { get; init; }

    /// <summary>The points, ascending.</summary>
    public required IReadOnlyList<LoadPoint> Points { get; init; }

    /// <summary>What imitates the system of an end, such as "wine 8.0"; null where both are what they seem.</summary>
    [JsonIgnore]
    public string? Emulation => Points.Select(point => point.Result?.Environment.Emulation).FirstOrDefault(name => name is not null);

    /// <summary>What became of the thresholds of <c>--fail-if</c>; null when there is none, and while the sweep goes on.</summary>
    public IReadOnlyList<ThresholdOutcome>? Thresholds { get; init; }
}

/// <summary>One load of a sweep.</summary>
/// <param name="Load">Number of connections, or transfers per second.</param>
/// <param name="Result">What was found; null when it failed.</param>
/// <param name="Reason">Why there is no result; null when there is one.</param>
internal sealed record LoadPoint(double Load, LoadResult? Result, string? Reason);

/// <summary>The load at which waiting begins to grow faster than work.</summary>
internal static class Knee
{
    /// <summary>The knee is where P99 first exceeds so many times its lowest value at smaller loads.</summary>
    public const double Factor = 2;

    /// <summary>The load of the first point whose P99 exceeds <see cref="Factor"/> times the lowest before it, or null.</summary>
    /// <param name="points">Load and P99 of each point, loads ascending.</param>
    public static double? Of(IEnumerable<(double Load, double P99)> points)
    {
        double lowest = double.PositiveInfinity;
        foreach ((double load, double p99) in points)
        {
            if (p99 > Factor * lowest)
            {
                return load;
            }

            lowest = Math.Min(lowest, p99);
        }

        return null;
    }

    /// <summary>The knee of a sweep; null when there is none.</summary>
    public static double? Of(LoadSweep sweep) => Of(sweep.Points
        .Where(point => point.Result?.LatencyNanoseconds is not null)
        .Select(point => (point.Load, point.Result!.LatencyNanoseconds!.P99)));
}
