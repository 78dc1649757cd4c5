using Microsoft.Extensions.Hosting;

namespace FileTransfer.Server.Hosting;

/// <summary>A lifetime for the web host that ignores signals: the program handles them.</summary>
internal sealed class NoLifetime : IHostLifetime
{
    public Task WaitForStartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}
