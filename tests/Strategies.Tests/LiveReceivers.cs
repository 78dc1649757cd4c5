using System.Net;
using FileTransfer.Server;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Tests;

/// <summary>The server's own receivers, on loopback.</summary>
public sealed class LiveReceivers : IAsyncDisposable
{
    private readonly IReadOnlyList<IReceiver> _receivers = ReceiverCatalog.Start(new ServerOptions());

    public ConnectionOptions Connection(string kind)
    {
        Assert.True(ReceiverAddress.TryParse(kind, _receivers.Single(receiver => receiver.Kind == kind).Endpoint, out EndPoint? address));
        return new ConnectionOptions { Endpoint = address };
    }

    public async ValueTask DisposeAsync()
    {
        foreach (IReceiver receiver in _receivers)
        {
            await receiver.DisposeAsync();
        }
    }
}
