using FileTransfer.Harness.Measuring;
using Xunit;

namespace FileTransfer.Harness.Tests.Measuring;

/// <summary>A real server process for the tests of one class.</summary>
public sealed class ServerFixture : IAsyncLifetime
{
    internal ServerProcess Process { get; private set; } = null!;

    public async ValueTask InitializeAsync() => Process = await ServerProcess.StartAsync([], CancellationToken.None);

    public ValueTask DisposeAsync() => Process.DisposeAsync();
}
