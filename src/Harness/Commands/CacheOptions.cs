using System.CommandLine;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Launching;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Variants;

namespace FileTransfer.Harness.Commands;

/// <summary>The option that chooses the state of the page cache in which every transfer begins.</summary>
internal sealed class CacheOptions
{
    private readonly RunOption<string?> _cache = new("--cache")
    {
        Description = "Page cache in which every transfer begins: warm holds the file; cold holds no page of it, so that a disk is read; "
            + "direct holds none after it either, for strategies that read with O_DIRECT. Default: warm, or the scenario's.",
        HelpName = "state",
        CompletionSources = { OptionValues.NamesOf<CacheMode>() },
        Value = plan => plan.Sender.Cache.Name(),
    };

    public IEnumerable<Option> All => [_cache];

    /// <summary>The state that was asked for, or the other one.</summary>
    /// <exception cref="UsageException">There is no such state.</exception>
    public CacheMode Read(ParseResult result, CacheMode otherwise) => OptionValues.ReadEnum<CacheMode>(result, _cache) ?? otherwise;

    /// <summary>Puts strategies under the state; one that cannot be measured in it is then unsupported, with the reason.</summary>
    /// <exception cref="UsageException">A server that this run does not start reads the file.</exception>
    public static IReadOnlyList<StrategyDescriptor> Apply(CacheMode mode, IReadOnlyList<StrategyDescriptor> strategies, Uri? server)
    {
        if (mode == CacheMode.Warm)
        {
            return strategies;
        }

        if (strategies.FirstOrDefault(strategy => strategy.IsNative) is not null)
        {
            throw new UsageException(
                $"--native cannot --cache {mode.Name()}: the program sends one file after another, and nothing evicts it in "
                + "between; leave one of them out");
        }

        if (server is not null && strategies.FirstOrDefault(strategy => strategy.FetchesFiles) is { } fetching)
        {
            throw new UsageException(
                $"--cache {mode.Name()} evicts files of this host, and {fetching.Id} fetches one that {server} reads; leave "
                + "--server out, so that the run starts a server here");
        }

        return [.. strategies.Select(strategy => StrategyCache.Under(strategy, mode))];
    }

    /// <summary>Looks whether payloads can be cold.</summary>
    /// <exception cref="UsageException">
    /// One of them is in memory, on a file system above another, or occupies less than its length.
    /// </exception>
    public static void ThrowIfNeverCold(CacheMode mode, IEnumerable<SizedPayload> payloads)
    {
        foreach (SizedPayload payload in mode == CacheMode.Warm ? [] : payloads)
        {
            if (StrategyCache.WhyNeverCold(payload.Payload) is { } reason)
            {
                throw new UsageException($"--cache {mode.Name()}: {reason}");
            }
        }
    }
}
