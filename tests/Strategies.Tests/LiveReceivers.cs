using System.Net;
using FileTransfer.Server;

namespace FileTransfer.Strategies.Tests;

/// <summary>The server's own receivers, on loopback.</summary>
public sealed class LiveReceivers : IAsyncDisposable
{
    private readonly IReadOnlyList<IReceiver> _receivers = ReceiverCatalog.Start(new ServerOptions());

    public ConnectionOptions Connection(string kind) => new()
    {
        Endpoint = IPEndPoint.Parse(_receivers.Single(receiver => receiver.Kind == kind).Endpoint),
    };

    public async ValueTask DisposeAsync()
    {
        foreach (IReceiver receiver in _receivers)
        {
            await receiver.DisposeAsync();
        }
    }
}
