
namespace FileTransfer.Harness.Results;

/// <summary>What was run, and how to run it again.</summary>
internal sealed record RunInfo
{
    /// <summary>Name of the run and of its folder.</summary>
    public required string Id { get; init; }

    /// <summary>When it started.</summary>
    public required DateTimeOffset StartedUtc { get; init; }

    /// <summary>How long it took, in seconds.</summary>
    public double DurationSeconds { get; init; }

    /// <summary>The one line that repeats the run.</summary>
    public required string Command { get; init; }

    /// <summary>Scenario by name.</summary>
    public required string Scenario { get; init; }

    /// <summary>Profile by name.</summary>
    public required string Profile { get; init; }

    /// <summary>Rounds that are complete: in each, every case was measured once. Null in runs made without rounds.</summary>
    public int? Rounds { get; init; }

    /// <summary>True when the run was interrupted within its first round, so that measurements are missing.</summary>
    public bool Partial { get; init; }

    /// <summary>Strategy that the others are compared with, or null when none of the kind was measured.</summary>
    public string? Baseline { get; init; }

    /// <summary>Strategies that reports put beside the baseline one by one, as old and new; empty for most scenarios.</summary>
    public IReadOnlyList<string> Contenders { get; init; } = [];

    /// <summary>Seed of the order in which the cases ran.</summary>
    public int OrderSeed { get; init; }

    /// <summary>The effective options, by name, sorted.</summary>
    public required IReadOnlyDictionary<string, string> Options { get; init; }
}
