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
}

/// <summary>One load of a sweep.</summary>
/// <param name="Load">Number of connections, or transfers per second.</param>
/// <param name="Result">What was found; null when it failed.</param>
/// <param name="Reason">Why there is no result; null when there is one.</param>
internal sealed record LoadPoint(double Load, LoadResult? Result, string? Reason);
