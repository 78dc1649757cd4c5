using System.CommandLine;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.StrategyAssemblies;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Commands;

/// <summary>The option that adds strategies of the user's own to ours.</summary>
internal sealed class StrategyRunOptions
{
    /// <summary>Its name.</summary>
    public const string Name = "--strategies-from";

    private readonly RunOption<string?> _from = new(Name)
    {
        Description = "Add the strategies of this assembly to ours for this run, with the same proofs: every StrategyDescriptor that its "
            + "public classes declare. Its code runs with your rights.",
        HelpName = "My.dll",
        Value = plan => plan.StrategiesFrom?.File.Path,
        Shown = plan => plan.StrategiesFrom!.Description,
        IsUsed = plan => plan.StrategiesFrom is not null,
        IsPath = true,
    };

    public IEnumerable<Option> All => [_from];

    /// <summary>Loads the assembly; null when none is named.</summary>
    /// <exception cref="UsageException">It cannot be loaded, or its strategies cannot be measured.</exception>
    public StrategyAssembly? Read(ParseResult result)
    {
        if (result.GetValue(_from) is not { } path)
        {
            return null;
        }

        try
        {
            return StrategyAssembly.Load(path);
        }
        catch (InvalidDataException exception)
        {
            throw new UsageException($"{Name}: {exception.Message}");
        }
    }

    /// <summary>Finds the one strategy that a command is about.</summary>
    /// <exception cref="UsageException">There is none of that id; the message suggests the nearest.</exception>
    public static StrategyDescriptor Find(StrategyAssembly? added, string id)
    {
        try
        {
            return (added?.Known ?? StrategyCatalog.Ours).Find(id);
        }
        catch (ArgumentException exception)
        {
            throw new UsageException(exception.Message);
        }
    }
}
