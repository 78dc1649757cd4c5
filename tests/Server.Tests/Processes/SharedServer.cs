namespace FileTransfer.Server.Tests.Processes;

/// <summary>A server with a limit of 1 MiB a frame, for every test that leaves it running.</summary>
public sealed class SharedServer : IAsyncLifetime
{
    private RunningServer? _server;

    internal RunningServer Server => _server ?? throw new InvalidOperationException("not started");

    public async ValueTask InitializeAsync() => _server = await RunningServer.StartAsync("--max-length", "1M");

    public ValueTask DisposeAsync() => _server?.DisposeAsync() ?? ValueTask.CompletedTask;
}
