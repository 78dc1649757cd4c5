namespace FileTransfer.Results.Analysis;

/// <summary>A case of which more than a quarter of the launches had no steady time after the longest warm-up and kept drifting.</summary>
/// <param name="First">Median of the first fifth of such a launch, in nanoseconds: the median over these launches.</param>
/// <param name="Last">Median of the last fifth of such a launch, in nanoseconds: the median over these launches.</param>
/// <param name="Launches">Number of launches without a steady time.</param>
internal sealed record Unsettled(double First, double Last, int Launches)
{
    private const double TooMany = 0.25;
    private const int Parts = 5;

    // A smaller change cannot be told apart from noise.
    private const double SmallestMove = 1.1;

    /// <summary>The drift of a measurement; null when it is steady, or when nothing is known.</summary>
    public static Unsettled? Of(Measurement measurement)
    {
        Launch[] unsettled = [.. measurement.Launches.Where(launch => launch is { IsSettled: false, Nanoseconds.Count: >= Parts })];
        if (unsettled.Length <= TooMany * measurement.Launches.Count)
        {
            return null;
        }

        var moves = new Unsettled(Middle(unsettled, fromEnd: false), Middle(unsettled, fromEnd: true), unsettled.Length);
        return Math.Max(moves.First / moves.Last, moves.Last / moves.First) >= SmallestMove ? moves : null;
    }

    /// <summary>The two medians, as part of a sentence.</summary>
    public override string ToString() => $"from {new Nanoseconds(First)} to {new Nanoseconds(Last)} within a launch";

    private static double Middle(Launch[] launches, bool fromEnd) => Median(launches.Select(launch =>
    {
        int count = launch.Nanoseconds.Count / Parts;
        return Median((fromEnd ? launch.Nanoseconds.TakeLast(count) : launch.Nanoseconds.Take(count)).Select(value => (double)value));
    }));

    private static double Median(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        return sorted[sorted.Length / 2];
    }
}
