using FileTransfer.Server.Tests.Processes;

namespace FileTransfer.Server.Tests.Hostile;

/// <summary>A server whose limits are short, for tests of what happens beyond them; it keeps files for those who ask for it.</summary>
public sealed class HostileServer : IAsyncLifetime
{
    public const int MaximumLength = 1 << 20;

    private RunningServer? _server;

    /// <summary>Where files are kept, until they are acknowledged.</summary>
    public string StoringFolder { get; } = Directory.CreateTempSubdirectory("filetransfer-kept-").FullName;

    internal RunningServer Server => _server ?? throw new InvalidOperationException("not started");

    public async ValueTask InitializeAsync() => _server = await RunningServer.StartAsync(
        "--max-length", "1M", "--idle-timeout", "3s", "--handshake-timeout", "3s", "--min-rate", "0", "--keep", StoringFolder);

    public async ValueTask DisposeAsync()
    {
        if (_server is not null)
        {
            await _server.DisposeAsync();
        }

        Directory.Delete(StoringFolder, recursive: true);
    }
}
