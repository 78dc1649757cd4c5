using FileTransfer.Senders.Launching;
using FileTransfer.Senders.Servers;

namespace FileTransfer.Harness.Tests.Measuring;

/// <summary>A real server process for the tests of one class. It serves the generated payloads, and keeps files.</summary>
public sealed class ServerFixture : IAsyncLifetime
{
    private readonly TemporaryFolder _kept = new();

    internal ServerProcess Process { get; private set; } = null!;

    public async ValueTask InitializeAsync()
    {
        Directory.CreateDirectory(PayloadStore.Folder);
        Process = await ServerProcess.StartAsync(["--files", PayloadStore.Folder, "--keep", _kept.Path], CancellationToken.None);
    }

    public async ValueTask DisposeAsync()
    {
        await Process.DisposeAsync();
        _kept.Dispose();
    }
}
