namespace FileTransfer.Results.Analysis;

/// <summary>Tells launches whose core was slower from the others, by what was measured before and after their transfers.</summary>
/// <remarks>
/// Launches are never told apart by the times of their transfers: that would choose the result. Equal strategies stay equal, because
/// chance alone decides whose launch falls into a slow time.
/// </remarks>
internal static class CoreSpeeds
{
    /// <summary>
    /// Times of a copy within the L1 cache differ by less on a core at rest. With a neighbour on its other hyperthread a copy takes from a
    /// third longer to twice as long.
    /// </summary>
    public const double MostApart = 1.2;

    /// <summary>Rounds in which both were alike, below which all rounds count.</summary>
    public const int RoundsNeeded = 10;

    private const int OneInSoMany = 10;

    /// <summary>False when the core was slower in one of two launches than in the other; true where it was not measured.</summary>
    public static bool AreAlike(Launch? one, Launch? other) =>
        AreAlike(one?.Disturbance?.CopyNanosecondsBefore, other?.Disturbance?.CopyNanosecondsBefore)
        && AreAlike(one?.Disturbance?.CopyNanosecondsAfter, other?.Disturbance?.CopyNanosecondsAfter);

    /// <summary>How many times as long a copy took at worst in a launch, compared with the fastest tenth of the run's launches.</summary>
    /// <returns>A number for each launch in which it was measured.</returns>
    public static IReadOnlyList<double> Slowdowns(IEnumerable<Launch> launches)
    {
        double[] slower = [.. launches
            .Select(launch => launch.Disturbance)
            .Where(disturbance => disturbance?.CopyNanosecondsBefore is not null && disturbance.CopyNanosecondsAfter is not null)
            .Select(disturbance => Math.Max(disturbance!.CopyNanosecondsBefore!.Value, disturbance.CopyNanosecondsAfter!.Value))
            .Order()];
        return slower.Length == 0 ? [] : [.. slower.Select(time => time / slower[slower.Length / OneInSoMany])];
    }

    private static bool AreAlike(double? one, double? other) =>
        one is not { } first || other is not { } second || Math.Max(first, second) <= MostApart * Math.Min(first, second);
}
