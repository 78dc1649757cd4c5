using FileTransfer.Server.Tests.Processes;

namespace FileTransfer.Server.Tests.Hostile;

/// <summary>A server that asks for a token, and its control endpoint seen by one who has it.</summary>
public sealed class TokenServer : IAsyncLifetime
{
    public const string Token = "a token of some length";

    private RunningServer? _server;

    internal RunningServer Server => _server ?? throw new InvalidOperationException("not started");

    public async ValueTask InitializeAsync()
    {
        string file = Path.GetTempFileName();
        try
        {
            await File.WriteAllTextAsync(file, Token + "\nnot this line\n");
            _server = await RunningServer.StartAsync("--token-file", file);
            _server.Authorize(Token);
        }
        finally
        {
            File.Delete(file);
        }
    }

    public ValueTask DisposeAsync() => _server?.DisposeAsync() ?? ValueTask.CompletedTask;
}
