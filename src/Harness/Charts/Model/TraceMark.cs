namespace FileTransfer.Harness.Charts.Model;

/// <summary>Many values in order, evenly spread over a segment of the horizontal axis.</summary>
public sealed record TraceMark : Mark
{
    /// <summary>Number of the series, which decides the colour.</summary>
    public required int Series { get; init; }

    /// <summary>Where the segment begins.</summary>
    public required double Left { get; init; }

    /// <summary>Where the segment ends.</summary>
    public required double Right { get; init; }

    /// <summary>The values.</summary>
    public required IReadOnlyList<long> Values { get; init; }

    /// <summary>Says a single value, with its unit, given its index.</summary>
    public required Func<int, string> Describe { get; init; }
}
