using System.CommandLine;
using FileTransfer.Harness.Rounds;
using FileTransfer.Results.Errors;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Harness.Commands;

/// <summary>The options that say how receivers keep files, for the strategies that ask them to.</summary>
internal sealed class KeepRunOptions
{
    private readonly RunOption<string?> _preallocate = new($"--{StoringRequest.Preallocate}")
    {
        Description = "on reserves room for a kept file before it is received, off lets it grow.",
        DefaultValueFactory = _ => "off",
        CompletionSources = { OptionValues.OnOff },
        Value = plan => plan.Sender.Storing.IsPreallocated ? "on" : null,
        Otherwise = "off",
        IsUsed = KeepsFiles,
    };

    private readonly RunOption<string?> _durability = new($"--{StoringRequest.Durable}")
    {
        Description = $"What is called before a kept file is acknowledged: {string.Join(", ", OptionValues.NamesOf<Durability>())}.",
        DefaultValueFactory = _ => "none",
        CompletionSources = { OptionValues.NamesOf<Durability>() },
        Value = plan => plan.Sender.Storing.Durability is not Durability.None and var durability ? StoringRequest.WordOf(durability) : null,
        Otherwise = "none",
        IsUsed = KeepsFiles,
    };

    private readonly RunOption<string?> _keep = new("--keep")
    {
        Description = "Folder on the disk for kept files; they go into one of the run's own, made there and deleted. "
            + "Default: the system's.",
        HelpName = "folder",
        Value = plan => plan.Sender.StoreIn,
        Otherwise = Path.GetTempPath(),
        IsUsed = KeepsFiles,
        IsOfOwnServer = true,
        IsPath = true,
    };

    public IEnumerable<Option> All => [_preallocate, _durability, _keep];

    /// <summary>What receivers do beside writing; the defaults for a command that does not have these options.</summary>
    /// <exception cref="UsageException">An option has an unknown value.</exception>
    public StoringOptions Read(ParseResult result) => new(
        OptionValues.IsOn(result, _preallocate),
        OptionValues.ReadEnum<Durability>(result, _durability) ?? Durability.None);

    /// <summary>The folder to make that of the run in; null for the system's.</summary>
    /// <exception cref="UsageException">There is no such folder, or a running server was named, which has its own.</exception>
    public string? ReadFolder(ParseResult result, bool hasServer)
    {
        if (result.GetValue(_keep) is not { } folder)
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
        foreach (Option option in All)
        {
            if (OptionValues.IsGiven(result, option) && !strategies.Any(strategy => strategy.IsStored))
            {
                throw new UsageException(
                    $"{option.Name} is for strategies whose receiver keeps files (keep-*); leave it out, or choose one");
            }
        }
    }

    private static bool KeepsFiles(RunPlan plan) => plan.Strategies.Any(strategy => strategy.IsStored);
}
