namespace FileTransfer.Harness.Load.Model;

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
