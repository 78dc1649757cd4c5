using Microsoft.Extensions.Hosting;

namespace FileTransfer.Server.Control;

/// <summary>A web host that listens to no signals: those are the program's business.</summary>
internal sealed class NoLifetime : IHostLifetime
{
    public Task WaitForStartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;
}
