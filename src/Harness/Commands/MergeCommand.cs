using System.CommandLine;
using FileTransfer.Harness.Load.Model;
using FileTransfer.Harness.Load.Reports;
using FileTransfer.Results;
using FileTransfer.Results.Errors;

namespace FileTransfer.Harness.Commands;

/// <summary>Merges the results of several senders, sample by sample or bucket by bucket.</summary>
internal static class MergeCommand
{
    /// <summary>Defines the command.</summary>
    public static Command Build(TextWriter output, TextWriter errors)
    {
        var command = new Command("merge", "Merge results of load from several senders: percentiles of all transfers, not of percentiles.");
        var files = new Argument<string[]>("FILES")
        {
            Description = "What 'send --connections N --output FILE' wrote, or 'send --connections N --json' printed.",
            Arity = ArgumentArity.OneOrMore,
        };
        var force = new Option<bool>("--force") { Description = "Merge although strategy, sizes, environment or proofs differ." };
        var json = new Option<bool>("--json") { Description = "Print one JSON object." };
        var file = new Option<string?>("--output") { Description = "Write the merged result to this file too." };
        command.Add(files);
        command.Add(force);
        command.Add(json);
        command.Add(file);
        command.SetAction(result => Run(
            result.GetRequiredValue(files), result.GetValue(force), result.GetValue(json), result.GetValue(file), output, errors));
        return command;
    }

    /// <summary>Merges the files, and prints what came of it.</summary>
    /// <returns>An <see cref="ExitCode"/>.</returns>
    /// <exception cref="ResultsFileException">A file cannot be read.</exception>
    /// <exception cref="UsageException">The files do not belong together.</exception>
    internal static int Run(
        IReadOnlyList<string> files, bool isForced, bool isJson, string? target, TextWriter output, TextWriter errors)
    {
        string[] twice = [.. files.Select(Path.GetFullPath).GroupBy(path => path).Where(same => same.Count() > 1).Select(same => same.Key)];
        if (twice.Length > 0)
        {
            throw new UsageException($"{string.Join(", ", twice)} is named twice: its transfers would count twice");
        }

        LoadSource[] sources = [.. files.Select(path => new LoadSource(path, LoadFile.Load(path)))];
        IReadOnlyList<string> differences = LoadMerge.Differences(sources);
        if (differences.Count > 0 && !isForced)
        {
            throw new UsageException(
                $"these results do not belong together: {string.Join("; ", differences)}. --force merges them all the same");
        }

        LoadResult merged = LoadMerge.Merge(sources);
        merged = merged with
        {
            Environment = merged.Environment with
            {
                Warnings = [.. merged.Environment.Warnings, .. differences.Select(difference => $"merged by force: {difference}")],
            },
        };
        if (target is not null)
        {
            LoadFile.Save(Path.GetFullPath(target), merged);
        }

        output.WriteLine(isJson ? LoadFile.Text(merged) : string.Join('\n', LoadText.Lines(merged)));
        if (!isJson && merged.Partial is not null)
        {
            errors.WriteLine("the merged result is not all that was asked for; see PARTIAL above");
        }

        return ExitCode.Success;
    }
}
