using System.Globalization;
using System.Text.RegularExpressions;
using FileTransfer.Harness.Errors;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Measuring;

/// <summary>Finds out beforehand whether a run would use up the descriptors a process may have (RLIMIT_NOFILE).</summary>
internal static partial class DescriptorLimit
{
    /// <summary>What a .NET process has open besides, generously.</summary>
    private const int OfTheRuntime = 300;

    /// <summary>Looks at every strategy with several transfers in flight; each may need a connection of its own.</summary>
    /// <param name="strategies">What is to be measured.</param>
    /// <param name="http">Its options, of which MaxConnections sets a limit to the connections.</param>
    /// <exception cref="UsageException">They need more than the limit allows.</exception>
    public static void ThrowIfTooLow(IEnumerable<StrategyDescriptor> strategies, HttpOptions http) => ThrowIfTooLow(strategies, http, Current());

    /// <summary>The same for a given limit; null where there is none.</summary>
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
                $"{most.Id} may open {most.Connections} connections, and a process may have {limit} descriptors here, of which .NET itself can need {OfTheRuntime}: the run would time connections that cannot be opened; raise the limit (ulimit -n {most.Connections + OfTheRuntime} or more), set a lower --max-connections, or leave it out"));
        }
    }

    private static int InFlightOf(StrategyDescriptor strategy) =>
        ((IConcurrentTransferStrategy)strategy.Create(new ConnectionOptions { Endpoint = new System.Net.IPEndPoint(System.Net.IPAddress.None, 0) })).InFlight;

    /// <summary>.NET raises its soft limit to the hard one when it starts, so that it is the hard one that counts.</summary>
    private static long? Current()
    {
        const string Limits = "/proc/self/limits";
        return File.Exists(Limits)
            && OpenFiles().Match(File.ReadAllText(Limits)) is { Success: true } match
            && long.TryParse(match.Groups["soft"].ValueSpan, NumberStyles.None, CultureInfo.InvariantCulture, out long soft)
                ? soft
                : null;
    }

    [GeneratedRegex(@"^Max open files\s+(?<soft>\d+)", RegexOptions.Multiline | RegexOptions.ExplicitCapture)]
    private static partial Regex OpenFiles();
}
