using System.Globalization;
using FileTransfer.Results.Errors;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Senders.Launching;

/// <summary>Checks in advance whether a run would exceed the limit of open descriptors of a process (RLIMIT_NOFILE).</summary>
internal static class DescriptorLimit
{
    /// <summary>Generous estimate of the other descriptors of a .NET process.</summary>
    private const int OfTheRuntime = 300;

    /// <summary>Pipes to both processes, and what it takes to start them.</summary>
    public const int PerSender = 12;

    /// <summary>Checks every strategy with several transfers in flight: each transfer may need its own connection.</summary>
    /// <param name="strategies">The strategies to measure.</param>
    /// <param name="http">HTTP options, of which MaxConnections limits the connections.</param>
    /// <exception cref="UsageException">A strategy needs more descriptors than the limit.</exception>
    public static void ThrowIfTooLow(IEnumerable<StrategyDescriptor> strategies, HttpOptions http) =>
        ThrowIfTooLow(strategies, http, Current());

    /// <summary>Checks against a given limit; null for no limit.</summary>
    internal static void ThrowIfTooLow(IEnumerable<StrategyDescriptor> strategies, HttpOptions http, long? limit)
    {
        (string Id, int Connections) most = strategies
            .Where(strategy => strategy.IsConcurrent)
            .Select(strategy => (strategy.Id, Math.Min(InFlightOf(strategy), http.MaxConnections ?? int.MaxValue)))
            .DefaultIfEmpty((Id: "", 0))
            .MaxBy(strategy => strategy.Item2);
        if (most.Connections > 0 && limit < most.Connections + OfTheRuntime)
        {
            throw new UsageException(string.Create(
                CultureInfo.InvariantCulture,
                $"{most.Id} may open {most.Connections} connections, but a process here is limited to {limit} descriptors, of which .NET "
                + $"itself can need {OfTheRuntime}: connections would fail during the run; raise the limit "
                + $"(ulimit -n {most.Connections + OfTheRuntime} or more), lower --max-connections, or leave the strategy out"));
        }
    }

    /// <summary>Number of senders, with their servers, that a process can hold within a limit; null is no limit.</summary>
    public static int MostSenders(long? limit) =>
        limit is { } most ? (int)Math.Clamp((most - OfTheRuntime) / PerSender, 0, int.MaxValue) : int.MaxValue;

    /// <summary>Checks a strategy that a load gives a number of connections, each with an open file besides.</summary>
    /// <exception cref="UsageException">It needs more descriptors than the limit.</exception>
    public static void ThrowIfTooLow(string strategy, int connections)
    {
        long needed = (2L * connections) + OfTheRuntime;
        if (connections > 1 && Current() is { } limit && limit < needed)
        {
            throw new UsageException(string.Create(
                CultureInfo.InvariantCulture,
                $"{strategy} over {connections} connections may open {2L * connections} descriptors, but a process is limited to "
                + $"{limit}, of which .NET itself can need {OfTheRuntime}; raise the limit (ulimit -n {needed}), or use fewer"));
        }
    }

    private static int InFlightOf(StrategyDescriptor strategy) =>
        ((IConcurrentTransferStrategy)strategy.Create(
            new ConnectionOptions { Endpoint = new System.Net.IPEndPoint(System.Net.IPAddress.None, 0) })).InFlight;

    /// <summary>The limit of this process. .NET raises its soft limit to the hard limit at startup, so this is the hard limit.</summary>
    public static long? Current() =>
        long.TryParse(
            ProcessLimit.Soft(SystemFiles.OfThisMachine, "Max open files"), NumberStyles.None, CultureInfo.InvariantCulture, out long soft)
            ? soft
            : null;
}
