using System.Text.RegularExpressions;
using FileTransfer.Harness.Analysis;
using FileTransfer.Harness.Errors;
using FileTransfer.Harness.Results;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Commands;

/// <summary>A finished run that rounds can be added to.</summary>
/// <param name="Run">The run.</param>
/// <param name="Folder">Its folder.</param>
/// <param name="Arguments">The arguments of <c>bench</c> that it was made with.</param>
/// <param name="ForBenchmarkDotNet">Those that went on to BenchmarkDotNet.</param>
internal sealed partial record ResumedRun(RunResult Run, string Folder, IReadOnlyList<string> Arguments, IReadOnlyList<string> ForBenchmarkDotNet)
{
    private const string CommandName = " bench ";
    private const string Separator = "--";

    /// <summary>Reads a run and finds out whether rounds measured now belong to it.</summary>
    /// <exception cref="ResultsFileException">It cannot be read.</exception>
    /// <exception cref="UsageException">It is not complete, or was made elsewhere or by another build.</exception>
    public static ResumedRun Load(string folder)
    {
        if (!Directory.Exists(folder))
        {
            throw new UsageException($"--resume: there is no folder '{folder}'; give the folder of a run");
        }

        RunResult run = StoredRun.Load(folder);
        if (Refusal(run, MachineFacts.Collect()) is { } reason)
        {
            throw new UsageException($"--resume: {reason}; begin a new run instead");
        }

        string[] words = [.. Word().Matches(run.Run.Command[(run.Run.Command.IndexOf(CommandName, StringComparison.Ordinal) + CommandName.Length)..])
            .Select(word => word.Value.Trim('\''))];
        int end = Array.IndexOf(words, Separator);
        return new ResumedRun(run, Path.GetFullPath(folder), end < 0 ? words : words[..end], end < 0 ? [] : words[(end + 1)..]);
    }

    /// <summary>Why rounds that this process measures do not belong to a run; null when they do.</summary>
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

        if (launches.Any(launch => launch.Round is null || launch.SenderCpuSeconds is null))
        {
            return $"run {run.Run.Id} was written by an older version";
        }

        return MachineDifference.First(run.Environment.Sender, here) is { } difference
            ? $"{difference.Fact} of run {run.Run.Id} was {difference.Before}, here it is {difference.Now}"
            : null;
    }

    /// <summary>A word of a command line as <see cref="RunDescription.CommandLineOf"/> writes it: only a path stands in quotes.</summary>
    [GeneratedRegex("'[^']*'|[^ ]+")]
    private static partial Regex Word();
}
