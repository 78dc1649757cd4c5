using FileTransfer.Harness.Measuring;
using Xunit;

namespace FileTransfer.Harness.Tests.Measuring;

/// <summary>A real server process for the tests of one class. It serves the generated payloads.</summary>
public sealed class ServerFixture : IAsyncLifetime
{
    internal ServerProcess Process { get; private set; } = null!;

    public async ValueTask InitializeAsync()
    {
        Directory.CreateDirectory(PayloadStore.Folder);
        Process = await ServerProcess.StartAsync(["--files", PayloadStore.Folder], CancellationToken.None);
    }

    public ValueTask DisposeAsync() => Process.DisposeAsync();
}
