using System.CommandLine;
using FileTransfer.Harness.Launching;
using FileTransfer.Results.Errors;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Harness.Commands;

/// <summary>The options that say how receivers keep files, for the strategies that ask them to.</summary>
internal sealed class KeepRunOptions
{
    private static readonly string[] s_durabilities = [.. Enum.GetValues<Durability>().Select(KeepRequest.WordOf)];

    private readonly Option<string> _preallocate = new($"--{KeepRequest.Preallocate}")
    {
        Description = "on reserves room for a kept file before it is received, off lets it grow.",
        DefaultValueFactory = _ => "off",
        CompletionSources = { "on", "off" },
    };

    private readonly Option<string> _durability = new($"--{KeepRequest.Durable}")
    {
        Description = $"What is called before a kept file is acknowledged: {string.Join(", ", s_durabilities)}.",
        DefaultValueFactory = _ => "none",
        CompletionSources = { s_durabilities },
    };

    private readonly Option<string?> _keep = new("--keep")
    {
        Description = "Folder on the disk for kept files; they go into one of the run's own, made there and deleted. "
            + "Default: the system's.",
        HelpName = "folder",
    };

    /// <summary>Adds the options to a command.</summary>
    public void AddTo(Command command)
    {
        command.Add(_preallocate);
        command.Add(_durability);
        command.Add(_keep);
    }

    /// <summary>What receivers do beside writing; the defaults for a command that does not have these options.</summary>
    /// <exception cref="UsageException">An option has an unknown value.</exception>
    public KeepOptions Read(ParseResult result) => !result.CommandResult.Command.Options.Contains(_preallocate)
        ? new KeepOptions()
        : new KeepOptions(
            OptionValues.OneOf(KeepRequest.Preallocate, result.GetRequiredValue(_preallocate), ["on", "off"]) == "on",
            Enum.Parse<Durability>(
                OptionValues.OneOf(KeepRequest.Durable, result.GetRequiredValue(_durability), s_durabilities), ignoreCase: true));

    /// <summary>The folder to make that of the run in; null for the system's.</summary>
    /// <exception cref="UsageException">There is no such folder, or a running server was named, which has its own.</exception>
    public string? ReadFolder(ParseResult result, bool hasServer)
    {
        if (!result.CommandResult.Command.Options.Contains(_keep) || result.GetValue(_keep) is not { } folder)
        {
            return null;
        }

        if (hasServer)
        {
            throw new UsageException(
                $"--keep is for a server that is started with the run; with --server, start that one as 'serve --keep {folder}'");
        }

        return Directory.Exists(folder) ? Path.GetFullPath(folder) : throw new UsageException($"--keep: there is no folder {folder}");
    }

    /// <summary>Checks that the options have something to set.</summary>
    /// <exception cref="UsageException">One is given, and no strategy asks a receiver to keep files.</exception>
    public void ThrowIfNotUsed(ParseResult result, IEnumerable<StrategyDescriptor> strategies)
    {
        foreach (Option option in (Option[])[_preallocate, _durability, _keep])
        {
            if (OptionValues.IsGiven(result, option) && !strategies.Any(strategy => strategy.IsKept))
            {
                throw new UsageException(
                    $"{option.Name} is for strategies whose receiver keeps files (keep-*); leave it out, or choose one");
            }
        }
    }

    /// <summary>The words on the command line that repeat these options.</summary>
    public static IEnumerable<string> WordsOf(SenderOptions sender)
    {
        if (sender.Keep.IsPreallocated)
        {
            yield return $"--{KeepRequest.Preallocate} on";
        }

        if (sender.Keep.Durability != Durability.None)
        {
            yield return $"--{KeepRequest.Durable} {KeepRequest.WordOf(sender.Keep.Durability)}";
        }

        if (sender.KeepIn is { } folder)
        {
            yield return $"--keep '{folder}'";
        }
    }
}
