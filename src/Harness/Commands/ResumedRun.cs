using System.Text.RegularExpressions;
using FileTransfer.Results;
using FileTransfer.Results.Analysis;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.StrategyAssemblies;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Commands;

/// <summary>A finished run that rounds can be added to.</summary>
/// <param name="Run">The run.</param>
/// <param name="Folder">Its folder.</param>
/// <param name="Arguments">Its arguments of <c>bench</c>.</param>
/// <param name="ForBenchmarkDotNet">Its arguments for BenchmarkDotNet.</param>
internal sealed partial record ResumedRun(
    RunResult Run,
    string Folder,
    IReadOnlyList<string> Arguments,
    IReadOnlyList<string> ForBenchmarkDotNet)
{
    private const string CommandName = " bench ";
    private const string Separator = "--";

    /// <summary>Reads a run, and checks that new rounds are comparable with it.</summary>
    /// <exception cref="ResultsFileException">It cannot be read.</exception>
    /// <exception cref="UsageException">It is incomplete, or comes from another machine or build.</exception>
    public static ResumedRun Load(string folder)
    {
        if (!Directory.Exists(folder))
        {
            throw new UsageException($"--resume: there is no folder '{folder}'; give the folder of a run");
        }

        RunResult run = StoredRun.Load(folder);
        if (Refusal(run, MachineFacts.Collect()) is { } reason)
        {
            throw new UsageException($"--resume: {reason}; start a new run instead");
        }

        string[] words = [.. Word()
            .Matches(run.Run.Command[(run.Run.Command.IndexOf(CommandName, StringComparison.Ordinal) + CommandName.Length)..])
            .Select(word => word.Value.Trim('\'', '"'))];
        int end = Array.IndexOf(words, Separator);
        return new ResumedRun(run, Path.GetFullPath(folder), end < 0 ? words : words[..end], end < 0 ? [] : words[(end + 1)..]);
    }

    /// <summary>Checks that an assembly is the one whose strategies the run has measured.</summary>
    /// <exception cref="UsageException">It was built anew since.</exception>
    public void ThrowIfReplaced(StrategyAssembly? added)
    {
        if (added is not null && Run.Run.Options.GetValueOrDefault(StrategyRunOptions.Name[2..]) is { } then && then != added.Description)
        {
            throw new UsageException(
                $"--resume: the strategies of run {Run.Run.Id} were those of {then}, and now the file is {added.Description}; "
                + "start a new run instead");
        }
    }

    /// <summary>Reason why new rounds of this process are not comparable with a run; null when they are.</summary>
    internal static string? Refusal(RunResult run, MachineFacts here)
    {
        if (run.Run.Partial || run.Run.Rounds is not > 0 || !run.Run.Command.Contains(CommandName, StringComparison.Ordinal))
        {
            return $"run {run.Run.Id} has no complete round";
        }

        Launch[] launches = [.. run.Measurements.SelectMany(measurement => measurement.Launches)];
        if (run.ThinnedFromSha256 is not null || launches.Any(launch => launch.ThinnedFrom is not null))
        {
            return $"samples of run {run.Run.Id} were left out";
        }

        if (launches.Any(launch => launch.SenderCpuSeconds is null))
        {
            return $"run {run.Run.Id} was written by an older version";
        }

        return MachineDifference.First(run.Environment.Sender, here) is { } difference
            ? $"{difference.Fact} of run {run.Run.Id} was {difference.Before}, here it is {difference.Now}"
            : null;
    }

    /// <summary>A word of a command line from <see cref="RunDescription.CommandLineOf"/>: only paths are quoted.</summary>
    [GeneratedRegex("""'[^']*'|"[^"]*"|[^ ]+""")]
    private static partial Regex Word();
}
