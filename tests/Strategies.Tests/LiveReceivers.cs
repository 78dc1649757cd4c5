using System.Net;
using System.Security.Cryptography.X509Certificates;
using FileTransfer.Server;
using FileTransfer.Server.Http;
using FileTransfer.Strategies.Control;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Tests;

/// <summary>The server's own receivers, on loopback.</summary>
public sealed class LiveReceivers : IAsyncLifetime
{
    private const string Verifying = "-verify";

    private readonly X509Certificate2 _certificate = ServerCertificate.Create(IPAddress.Loopback);
    private IReadOnlyList<IReceiver> _receivers = [];

    public async ValueTask InitializeAsync() => _receivers = await ReceiverCatalog.StartAsync(new ServerOptions(), _certificate);

    /// <summary>The receiver for a strategy's first transport, or the one that verifies there.</summary>
    public ConnectionOptions ConnectionFor(string id, bool verifies = false) =>
        Connection(StrategyCatalog.Find(id).Transports[0] + (verifies ? Verifying : ""));

    /// <summary>The receiver for a transport, or with "-verify" behind it the one that verifies there.</summary>
    public ConnectionOptions Connection(string kind)
    {
        bool verifies = kind.EndsWith(Verifying, StringComparison.Ordinal);
        string transport = verifies ? kind[..^Verifying.Length] : kind;
        Assert.SkipUnless(transport != Transport.Pipe || OperatingSystem.IsLinux(), "named pipes are used on Linux only");
        var ready = new ServerReady(
            Ready: true,
            Control: "",
            _receivers.ToDictionary(receiver => receiver.Kind, receiver => receiver.Endpoint),
            ServerCertificate.Sha256(_certificate));
        Assert.True(ReceiverAddress.TryFind(ready, transport, verifies, out EndPoint? address));
        return new ConnectionOptions { Endpoint = address };
    }

    /// <summary>What the receiver at the other end of a transport has counted.</summary>
    public ReceiverStats StatsOf(string transport) => _receivers.Single(receiver => receiver.Kind == Transport.ReceiverKind(transport)).Stats;

    public async ValueTask DisposeAsync()
    {
        foreach (IReceiver receiver in _receivers)
        {
            await receiver.DisposeAsync();
        }

        _certificate.Dispose();
    }
}
