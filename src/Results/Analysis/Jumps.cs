namespace FileTransfer.Results.Analysis;

/// <summary>The spread of launches that lie far apart within one case; the fastest and the slowest tenth are left out.</summary>
/// <param name="Low">Median of a fast launch, in nanoseconds.</param>
/// <param name="High">Median of a slow launch, in nanoseconds.</param>
internal sealed record Jumps(double Low, double High)
{
    private const double TooFar = 1.5;
    private const int OneInSoMany = 10;
    private const int FewestLaunches = 4;

    /// <summary>The spread of a measurement; null when its launches lie within a factor of 1.5, or are fewer than four.</summary>
    public static Jumps? Of(Measurement measurement)
    {
        double[] medians = [.. measurement.Launches.Select(launch => launch.MedianNanoseconds).Order()];
        if (medians.Length < FewestLaunches)
        {
            return null;
        }

        int left = medians.Length / OneInSoMany;
        var jumps = new Jumps(medians[left], medians[^(left + 1)]);
        return jumps.High > TooFar * jumps.Low ? jumps : null;
    }
}
