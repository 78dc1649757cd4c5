using System.Net;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Control;

namespace FileTransfer.Senders.Servers;

/// <summary>Stands for the control endpoint that a server of another make does not have: it knows the address and no counts.</summary>
/// <param name="target">The resource.</param>
internal sealed class NoControl(UrlTarget target) : IControl
{
    /// <inheritdoc/>
    public Task<EndPoint> FindEndpointAsync(string transport, bool isVerifying, CancellationToken cancellationToken) =>
        Task.FromResult<EndPoint>(target.EndPoint(Transport.HttpVersion(transport), isVerifying));

    /// <inheritdoc/>
    public Task<ServerStats?> FindStatsAsync(CancellationToken cancellationToken) => Task.FromResult<ServerStats?>(null);

    /// <inheritdoc/>
    public Task<ReceiverChecks?> FindChecksAsync(string kind, long frame, CancellationToken cancellationToken) =>
        Task.FromResult<ReceiverChecks?>(null);

    /// <inheritdoc/>
    public void Dispose()
    {
    }
}
