using System.Net;
using FileTransfer.Server;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Tests;

/// <summary>The server's own receivers, on loopback.</summary>
public sealed class LiveReceivers : IAsyncDisposable
{
    private readonly IReadOnlyList<IReceiver> _receivers = ReceiverCatalog.Start(new ServerOptions());

    /// <summary>The receiver for a strategy's first transport, or the one that verifies there.</summary>
    public ConnectionOptions ConnectionFor(string id, bool verifies = false) =>
        Connection(StrategyCatalog.Find(id).Transports[0] + (verifies ? "-verify" : ""));

    public ConnectionOptions Connection(string kind)
    {
        IReceiver? receiver = _receivers.SingleOrDefault(receiver => receiver.Kind == kind);
        Assert.SkipUnless(receiver is not null || OperatingSystem.IsLinux(), $"there is no receiver '{kind}' on this system");
        Assert.True(ReceiverAddress.TryParse(kind, receiver!.Endpoint, out EndPoint? address));
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
