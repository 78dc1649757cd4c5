
namespace FileTransfer.Results;

/// <summary>Description of a run, and the command that repeats it.</summary>
internal sealed record RunInfo
{
    /// <summary>Name of the run and of its folder.</summary>
    public required string Id { get; init; }

    /// <summary>Start of the run.</summary>
    public required DateTimeOffset StartedUtc { get; init; }

    /// <summary>Duration of the run, in seconds.</summary>
    public double DurationSeconds { get; init; }

    /// <summary>The command line that repeats the run.</summary>
    public required string Command { get; init; }

    /// <summary>Scenario by name.</summary>
    public required string Scenario { get; init; }

    /// <summary>Profile by name.</summary>
    public required string Profile { get; init; }

    /// <summary>Number of complete rounds; each measured every case once; null before the end of the first.</summary>
    public int? Rounds { get; init; }

    /// <summary>True when the run was interrupted in its first round, so measurements are missing.</summary>
    public bool Partial { get; init; }

    /// <summary>Strategy that the others are compared with, by id; null when only the harness itself was measured.</summary>
    public string? Baseline { get; init; }

    /// <summary>Strategies that reports compare with the baseline as old and new; empty for most scenarios.</summary>
    public IReadOnlyList<string> Contenders { get; init; } = [];

    /// <summary>Seed of the order in which the cases ran.</summary>
    public int OrderSeed { get; init; }

    /// <summary>Difference that does not matter, as a share of the time; null in runs that did not record it.</summary>
    public double? Margin { get; init; }

    /// <summary>True when strategies and sizes left the run as soon as nothing was open about them.</summary>
    public bool IsRace { get; init; }

    /// <summary>Numbers of rounds after which the run had ended before others were added; empty for a run in one piece.</summary>
    public IReadOnlyList<int> Ends { get => field ?? []; init; }

    /// <summary>Strategy by id that is another one under a second name, to be compared with it only; null when there is none.</summary>
    public string? Twin { get; init; }

    /// <summary>The effective options, by name, sorted.</summary>
    public required IReadOnlyDictionary<string, string> Options { get; init; }
}
