namespace FileTransfer.Harness.Calibration;

/// <summary>What one whole run concluded, of which the truth is known.</summary>
internal sealed record CalibrationEntry
{
    /// <summary>What it was made for: a <see cref="CalibrationKind"/>.</summary>
    public required string Kind { get; init; }

    /// <summary>What ran beside it: <c>idle</c> or <c>busy</c>.</summary>
    public required string Beside { get; init; }

    /// <summary>When the run began.</summary>
    public required DateTimeOffset StartedUtc { get; init; }

    /// <summary>Commit of the program.</summary>
    public required string Commit { get; init; }

    /// <summary>Processor and number of cores.</summary>
    public required string Machine { get; init; }

    /// <summary>Scenario by name.</summary>
    public required string Scenario { get; init; }

    /// <summary>Profile by name.</summary>
    public required string Profile { get; init; }

    /// <summary>Rounds that were made.</summary>
    public required int Rounds { get; init; }

    /// <summary>CPU affinity of both ends: none, same or split.</summary>
    public required string Affinity { get; init; }

    /// <summary>What was compared.</summary>
    public required IReadOnlyList<CalibrationPair> Pairs { get; init; }
}
