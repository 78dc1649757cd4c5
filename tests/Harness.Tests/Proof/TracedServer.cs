using System.Globalization;
using FileTransfer.Harness.Tests.Measuring;
using FileTransfer.Harness.Tracing;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Control;

namespace FileTransfer.Harness.Tests.Proof;

/// <summary>One server for all traced senders, so that a trace shows the sender alone and takes half the time.</summary>
public sealed class TracedServer : IAsyncLifetime
{
    private readonly Dictionary<(string Strategy, int Size), TracedTransfers> _traced = [];
    private readonly Dictionary<string, TracedCommands> _commands = [];
    private readonly TemporaryFolder _folder = new();
    private readonly ServerFixture _server = new();

    private ServerReady Ready => _server.Process.Ready;

    public ValueTask InitializeAsync() => _server.InitializeAsync();

    public ValueTask DisposeAsync()
    {
        foreach (TracedCommands commands in _commands.Values)
        {
            commands.Dispose();
        }

        _folder.Dispose();
        return _server.DisposeAsync();
    }

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

        string payload = PayloadOf(size);
        TracedCommands commands = Commands("", "-e", $"trace={TracedTransfers.Watched}");
        (int exitCode, string _, string errors) = await commands.RunAsync(Arguments(strategy, payload));
        Assert.True(exitCode == 0, errors);
        return _traced[(strategy.Id, size)] = new TracedTransfers(
            commands.ReadTrace(), payload, TracedTransfers.EndpointsOf(Ready, strategy.Transports[0]));
    }

    /// <summary>Sends a few files with a strategy while calls fail; skips the test where that is not possible.</summary>
    /// <param name="strategy">The strategy.</param>
    /// <param name="size">Of the file.</param>
    /// <param name="injection">As strace -e inject= takes it.</param>
    internal async Task<(int ExitCode, string Output, string Errors)> SendAsync(StrategyDescriptor strategy, int size, string injection)
    {
        SkipUnlessPossible(strategy);
        return await Strace.InjectAsync(injection, [.. Arguments(strategy, PayloadOf(size))]);
    }

    /// <summary>The same while every second call is interrupted, of all or of those on the payload, whatever was sent before.</summary>
    /// <returns>The same, and whether any call was interrupted.</returns>
    internal async Task<(int ExitCode, string Output, string Errors, bool WasInterrupted)> SendInterruptedAsync(
        StrategyDescriptor strategy,
        int size,
        string call,
        bool onPayload = false)
    {
        SkipUnlessPossible(strategy);
        string payload = PayloadOf(size);
        // On one file, so that no other reader of files is in its way: not the dynamic loader, which gives up.
        string[] filter = onPayload ? ["-P", payload] : [];
        TracedCommands commands = Commands(
            $"{call} {string.Join(' ', filter)}",
            [.. filter, "-e", $"trace={call}", "-e", $"inject={call}:error=EINTR:when=1+2"]);
        (int exitCode, string output, string errors) = await commands.RunAsync(Arguments(strategy, payload));
        return (exitCode, output, errors, commands.WasInjected());
    }

    private TracedCommands Commands(string name, params string[] options)
    {
        if (_commands.TryGetValue(name, out TracedCommands? commands) && commands.IsRunning)
        {
            return commands;
        }

        commands?.Dispose();
        return _commands[name] = new TracedCommands(options);
    }

    private string PayloadOf(int size)
    {
        string payload = _folder.File($"payload-{size}");
        return File.Exists(payload) ? payload : _folder.File($"payload-{size}", size);
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
