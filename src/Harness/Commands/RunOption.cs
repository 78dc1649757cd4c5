using System.CommandLine;
using FileTransfer.Harness.Rounds;

namespace FileTransfer.Harness.Commands;

/// <summary>An option that is printed and recorded with a run, and that the line repeats which repeats the run.</summary>
internal interface IRunOption
{
    /// <summary>Its name, with dashes.</summary>
    string Name { get; }

    /// <summary>The words that repeat it; null when it is left out.</summary>
    string? WordsOf(RunPlan plan);

    /// <summary>What is printed and recorded; null when a run does not have it.</summary>
    string? EffectiveIn(RunPlan plan);
}

/// <inheritdoc cref="IRunOption"/>
/// <param name="name">Its name, with dashes.</param>
/// <param name="aliases">Other names.</param>
internal sealed class RunOption<T>(string name, params string[] aliases) : Option<T>(name, aliases), IRunOption
{
    /// <summary>Its value as the command line takes it; null when it is left out.</summary>
    public required Func<RunPlan, string?> Value { get; init; }

    /// <summary>What is printed when it is left out, or null.</summary>
    public string? Otherwise { get; init; }

    /// <summary>What is printed where that differs from the value.</summary>
    public Func<RunPlan, string>? Shown { get; init; }

    /// <summary>False for a run in which it has nothing to set.</summary>
    public Func<RunPlan, bool> IsUsed { get; init; } = _ => true;

    /// <summary>True when it sets a server that is started with the run; a running one has its own.</summary>
    public bool IsOfOwnServer { get; init; }

    /// <summary>True for a path, which is quoted.</summary>
    public bool IsPath { get; init; }

    /// <summary>What quotes a path in the shells of this system: cmd.exe knows no other character, and no name on Windows has it.</summary>
    private static char Quote => OperatingSystem.IsWindows() ? '"' : '\'';

    /// <inheritdoc/>
    public string? WordsOf(RunPlan plan) =>
        IsElsewhere(plan) || Value(plan) is not { } value ? null : IsPath ? $"{Name} {Quote}{value}{Quote}" : $"{Name} {value}".TrimEnd();

    /// <inheritdoc/>
    public string? EffectiveIn(RunPlan plan) => !IsUsed(plan) ? null
        : IsElsewhere(plan) ? "server"
        : Shown?.Invoke(plan) ?? Value(plan) ?? Otherwise;

    private bool IsElsewhere(RunPlan plan) => IsOfOwnServer && (plan.Server is not null || plan.IsForeign);
}
