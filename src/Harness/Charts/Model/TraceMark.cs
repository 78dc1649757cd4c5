namespace FileTransfer.Harness.Charts.Model;

/// <summary>Many values in order, evenly spread over a stretch of the horizontal axis.</summary>
internal sealed record TraceMark : Mark
{
    /// <summary>Number of the series, which decides the colour.</summary>
    public required int Series { get; init; }

    /// <summary>Where the stretch begins.</summary>
    public required double Left { get; init; }

    /// <summary>Where the stretch ends.</summary>
    public required double Right { get; init; }

    public required IReadOnlyList<long> Values { get; init; }

    /// <summary>Says a single value, with its unit, given its index.</summary>
    public required Func<int, string> Describe { get; init; }
}
