using FileTransfer.Server.Tests.Processes;

namespace FileTransfer.Server.Tests.Hostile;

/// <summary>A server whose limits are short, for tests of what happens beyond them.</summary>
public sealed class HostileServer : IAsyncLifetime
{
    public const int MaximumLength = 1 << 20;

    private RunningServer? _server;

    internal RunningServer Server => _server ?? throw new InvalidOperationException("not started");

    public async ValueTask InitializeAsync() => _server = await RunningServer.StartAsync(
        "--max-length", "1M", "--idle-timeout", "3s", "--handshake-timeout", "3s", "--min-rate", "0");

    public ValueTask DisposeAsync() => _server?.DisposeAsync() ?? ValueTask.CompletedTask;
}
