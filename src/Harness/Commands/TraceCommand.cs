using System.Globalization;
using FileTransfer.Harness.Tracing;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Launching;
using FileTransfer.Senders.Servers;
using FileTransfer.Senders.StrategyAssemblies;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Units;

namespace FileTransfer.Harness.Commands;

/// <summary><c>list --trace</c>: runs a strategy under strace(1), and prints the system calls that moved the payload.</summary>
internal static class TraceCommand
{
    private const int Small = 1 << 10;
    private const int Large = 100 << 10;

    /// <summary>More than that above a length from which on a strategy takes other calls.</summary>
    private const int Above = 16 << 10;

    /// <summary>Sends payloads of a few sizes to a server of its own.</summary>
    /// <returns>An <see cref="ExitCode"/>.</returns>
    /// <exception cref="UsageException">Nothing can be traced here.</exception>
    /// <exception cref="IOException">The transfers failed.</exception>
    /// <exception cref="ServerException">There is no server.</exception>
    public static async Task<int> RunAsync(
        StrategyDescriptor strategy, StrategyAssembly? added, TextWriter output, CancellationToken cancellationToken)
    {
        if (!OperatingSystem.IsLinux())
        {
            throw new UsageException("--trace shows system calls by strace(1), which needs Linux");
        }

        if (!strategy.Delivers)
        {
            throw new UsageException($"--trace: {strategy.Id} transfers nothing");
        }

        Availability availability = strategy.Probe();
        if (!availability.IsAvailable)
        {
            await output.WriteLineAsync($"unsupported: {strategy.Id}: {availability.Reason}");
            return ExitCode.Success;
        }

        string transport = strategy.Transports[0];
        SizedPayload[] payloads = [.. SizesOf(strategy).Select(size => PayloadStore.Get(size))];
        var sender = new SenderOptions { Transport = transport, NoDelay = true, Affinity = CpuAffinity.None };
        using StoredFolder? kept = StoredFolder.For([strategy], sender);
        ServerProcess server = await ServerProcess.StartAsync(
            ServerProcess.ArgumentsFor(sender, strategy.FetchesFiles ? PayloadStore.Folder : null, kept?.Path), cancellationToken);
        await using (server)
        {
            await output.WriteLineAsync($"{strategy.Id} over {transport}, calls that moved the payload, as strace(1) saw them:");
            SortedSet<string> seen = new(StringComparer.Ordinal);
            foreach (SizedPayload payload in payloads)
            {
                TracedTransfers traced = await TracedSend.RunAsync(strategy, added, payload.Payload, server.Ready, cancellationToken);
                IReadOnlyList<SystemCall> moving = traced.MovingOver(transport, strategy.Fetches);
                seen.UnionWith(moving.Select(call => call.Name));
                await output.WriteLineAsync($"{payload.Label,6}  {InWords(moving)}");
            }

            await output.WriteLineAsync(Verdict(strategy, seen));
        }

        return ExitCode.Success;
    }

    /// <summary>Whether the descriptor says what was seen.</summary>
    private static string Verdict(StrategyDescriptor strategy, IReadOnlyCollection<string> seen) =>
        strategy.SystemCalls.Order(StringComparer.Ordinal).SequenceEqual(seen)
            ? "its descriptor lists these calls, and no others"
            : $"its descriptor lists SystemCalls = [{Quoted(strategy.SystemCalls)}]; seen: [{Quoted(seen)}]";

    private static string Quoted(IEnumerable<string> names) => string.Join(", ", names.Select(name => $"\"{name}\""));

    private static string InWords(IReadOnlyList<SystemCall> moving) => moving.Count == 0
        ? "none"
        : string.Join(", ", moving
            .GroupBy(call => call.Name)
            .OrderBy(calls => calls.Key, StringComparer.Ordinal)
            .Select(calls => string.Create(
                CultureInfo.InvariantCulture, $"{calls.Key} ({calls.Count()} calls, {calls.Sum(call => call.Moved)} bytes)")));

    /// <summary>
    /// Sizes at which a strategy shows every call that it takes: no small one over HTTP and TLS, where what moves it looks like a head.
    /// </summary>
    private static IEnumerable<ByteSize> SizesOf(StrategyDescriptor strategy)
    {
        string transport = strategy.Transports[0];
        long[] sizes =
        [
            .. Transport.IsHttp(transport) || transport == Transport.Tls ? (long[])[Large] : [Small, Large],
            .. strategy.ChangesAbove.Select(limit => (long)limit + Above),
        ];
        long[] taken = [.. sizes.Where(strategy.AcceptedSizes.Include).Distinct().Order()];
        return (taken is [] ? [strategy.AcceptedSizes.Least] : taken).Select(size => new ByteSize(size));
    }
}
