using System.Globalization;
using FileTransfer.Harness.Tests.Measuring;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Control;
using Xunit;

namespace FileTransfer.Harness.Tests.Proof;

/// <summary>One server for all traced senders, so that a trace shows the sender alone and takes half the time.</summary>
public sealed class TracedServer : IAsyncLifetime
{
    private readonly Dictionary<(string Strategy, int Size), TracedTransfers> _traced = [];
    private readonly ServerFixture _server = new();

    private ServerReady Ready => _server.Process.Ready;

    public ValueTask InitializeAsync() => _server.InitializeAsync();

    public ValueTask DisposeAsync() => _server.DisposeAsync();

    /// <summary>
    /// Sends a few files with a strategy, traced, unless that was done before; skips the test where that is not possible.
    /// </summary>
    internal async Task<TracedTransfers> SendAsync(StrategyDescriptor strategy, int size)
    {
        SkipUnlessPossible(strategy);
        if (_traced.TryGetValue((strategy.Id, size), out TracedTransfers? earlier))
        {
            return earlier;
        }

        using var folder = new TemporaryFolder();
        string payload = folder.File("payload", size);
        string transport = strategy.Transports[0];
        IReadOnlyList<SystemCall> calls = await Strace.TraceAsync([.. Arguments(strategy, payload)]);
        return _traced[(strategy.Id, size)] = new TracedTransfers(calls, payload, EndpointsOf(transport));
    }

    /// <summary>Sends a few files with a strategy while calls fail; skips the test where that is not possible.</summary>
    internal async Task<(int ExitCode, string Output, string Errors)> SendAsync(StrategyDescriptor strategy, int size, string injection)
    {
        SkipUnlessPossible(strategy);
        using var folder = new TemporaryFolder();
        return await Strace.InjectAsync(injection, [.. Arguments(strategy, folder.File("payload", size))]);
    }

    /// <summary>The same for calls on the payload only.</summary>
    internal async Task<(int ExitCode, string Output, string Errors)> SendFromAsync(StrategyDescriptor strategy, int size, string injection)
    {
        SkipUnlessPossible(strategy);
        using var folder = new TemporaryFolder();
        string payload = folder.File("payload", size);
        return await Strace.InjectOnAsync(injection, payload, [.. Arguments(strategy, payload)]);
    }

    private string[] EndpointsOf(string transport)
    {
        string kind = Transport.ReceiverKind(transport);
        // One HTTP receiver does both.
        return Transport.IsHttp(transport)
            ? [new Uri(Ready.Endpoints[kind]).Authority]
            : Transport.HasVerifyingReceiver(transport)
                ? [Ready.Endpoints[kind], Ready.Endpoints[$"{kind}-verify"]]
                : [Ready.Endpoints[kind]];
    }

    private static void SkipUnlessPossible(StrategyDescriptor strategy)
    {
        Strace.SkipUnlessPossible();
        Availability availability = strategy.Probe();
        Assert.SkipUnless(availability.IsAvailable, availability.Reason ?? "");
    }

    private IEnumerable<string> Arguments(StrategyDescriptor strategy, string payload) =>
        [
            "send",
            "--strategy",
            strategy.Id,
            .. strategy.Fetches
                ? ["--size", new FileInfo(payload).Length.ToString(CultureInfo.InvariantCulture)]
                : (string[])["--file", payload],
            "--count",
            "5",
            "--warmup",
            "0",
            "--affinity",
            "none",
            "--server",
            Ready.Control,
        ];
}
