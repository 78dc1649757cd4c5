using System.Net;
using FileTransfer.Sending;
using FileTransfer.Server;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Http;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Control;

namespace FileTransfer.Strategies.Tests;

/// <summary>The server's own receivers, on loopback.</summary>
public sealed class LiveReceivers : IAsyncLifetime
{
    private const string Verifying = "-verify";

    /// <summary>Paths of the files that are being kept at this moment.</summary>
    public IEnumerable<string> StoredFiles => Directory.EnumerateFileSystemEntries(_kept);

    /// <summary>Complete sets of receivers: one for named pipes serves one sender after another, and others would wait.</summary>
    private const int Sets = 4;

    private readonly string _kept = Directory.CreateTempSubdirectory(PayloadFolder.Prefix).FullName;
    private readonly ServerResources _resources = new(IPAddress.Loopback);
    private IReadOnlyList<IReceiver> _receivers = [];
    private IReadOnlyDictionary<string, string> _missing = new Dictionary<string, string>();
    private int _connections;

    /// <summary>How the receivers wait for bytes.</summary>
    internal Wait Wait { get; init; }

    public async ValueTask InitializeAsync()
    {
        var started = new List<IReceiver>();
        for (int i = 0; i < Sets; i++)
        {
            StartedReceivers set = await ReceiverCatalog.StartAsync(
                new ServerOptions { Wait = Wait, Files = PayloadFolder.Root, StoreIn = _kept }, _resources);
            started.AddRange(set.All);
            _missing = set.Missing;
        }

        _receivers = started;
    }

    /// <summary>The receiver for a strategy's first transport, or the one that verifies there.</summary>
    public ConnectionOptions ConnectionFor(string id, bool verifies = false) =>
        Connection(StrategyCatalog.Find(id).Transports[0] + (verifies ? Verifying : ""));

    /// <summary>The receiver for a transport, or with "-verify" behind it the one that verifies there.</summary>
    public ConnectionOptions Connection(string kind)
    {
        bool verifies = kind.EndsWith(Verifying, StringComparison.Ordinal);
        string transport = verifies ? kind[..^Verifying.Length] : kind;
        Assert.SkipUnless(transport != Transport.Pipe || OperatingSystem.IsLinux(), "named pipes are used on Linux only");
        _missing.TryGetValue(ReceiverAddress.KindOf(transport, verifies), out string? reason);
        Assert.SkipUnless(reason is null, reason ?? "");
        var ready = new ServerReady(
            Ready: true,
            Control: "",
            Next().ToDictionary(receiver => receiver.Kind, receiver => receiver.Endpoint),
            _resources.CertificateInUse is { } certificate ? ServerCertificate.Sha256(certificate) : null);
        Assert.True(ReceiverAddress.TryFind(ready, transport, verifies, out EndPoint? address));
        return new ConnectionOptions { Endpoint = address };
    }

    /// <summary>What the receivers at the other end of a transport have counted.</summary>
    public (long Frames, long Bytes, long Connections) CountsOf(string transport)
    {
        ReceiverStats[] stats = [.. _receivers
            .Where(receiver => receiver.Kind == Transport.ReceiverKind(transport))
            .Select(receiver => receiver.Stats)];
        return (stats.Sum(one => one.Frames), stats.Sum(one => one.Bytes), stats.Sum(one => one.Connections));
    }

    /// <summary>One set after another.</summary>
    private IEnumerable<IReceiver> Next()
    {
        int size = _receivers.Count / Sets;
        return _receivers.Skip((int)((uint)Interlocked.Increment(ref _connections) % Sets) * size).Take(size);
    }

    public async ValueTask DisposeAsync()
    {
        foreach (IReceiver receiver in _receivers)
        {
            await receiver.DisposeAsync();
        }

        _resources.Dispose();
        Directory.Delete(_kept, recursive: true);
    }
}
