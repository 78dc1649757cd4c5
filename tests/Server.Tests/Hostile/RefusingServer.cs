using FileTransfer.Server.Tests.Processes;

namespace FileTransfer.Server.Tests.Hostile;

/// <summary>A server for the tests of one class, so that everything that it counts and tells is their doing.</summary>
public sealed class RefusingServer : IAsyncLifetime
{
    private RunningServer? _server;

    internal RunningServer Server => _server ?? throw new InvalidOperationException("not started");

    public async ValueTask InitializeAsync() =>
        _server = await RunningServer.StartAsync("--max-length", "1M", "--handshake-timeout", "1s", "--idle-timeout", "2s");

    public ValueTask DisposeAsync() => _server?.DisposeAsync() ?? ValueTask.CompletedTask;
}
