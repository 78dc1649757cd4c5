using System.Globalization;

namespace FileTransfer.Lab.Calibration;

/// <summary>The conclusions of one run whose true differences are known.</summary>
internal sealed record CalibrationEntry
{
    /// <summary>Purpose of the run: a <see cref="CalibrationKind"/>.</summary>
    public required string Kind { get; init; }

    /// <summary>Background load during the run: <c>idle</c> or <c>busy</c>.</summary>
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

    /// <summary>Number of rounds.</summary>
    public required int Rounds { get; init; }

    /// <summary>Cycles of turns in a round.</summary>
    public required int Cycles { get; init; }

    /// <summary>How the run was made, in a table: its profile, rounds and cycles.</summary>
    public string How => IsRace
        ? string.Create(CultureInfo.InvariantCulture, $"{Profile}, race, {Cycles} turns")
        : string.Create(CultureInfo.InvariantCulture, $"{Profile}, {Rounds} × {Cycles} turns");

    /// <summary>True for a race, whose number of rounds follows from what it found.</summary>
    public bool IsRace { get; init; }

    /// <summary>What its races said; null in older entries.</summary>
    public CalibrationAnswers? Answers { get; init; }

    /// <summary>CPU affinity of both ends: none, same or split.</summary>
    public required string Affinity { get; init; }

    /// <summary>What distinguishes a run of <see cref="CalibrationKind.Bias"/>; null for others.</summary>
    public string? Condition { get; init; }

    /// <summary>What a predecessor does to a turn; null where it was not looked for.</summary>
    public IReadOnlyList<PredecessorSpread>? Predecessors { get; init; }

    /// <summary>The compared pairs of strategies.</summary>
    public required IReadOnlyList<CalibrationPair> Pairs { get; init; }
}
