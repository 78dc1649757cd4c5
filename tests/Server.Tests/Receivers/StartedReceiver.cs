using System.Net;
using System.Net.Sockets;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Receivers;
using FileTransfer.Server.Sinks;
using FileTransfer.Server.Tests.Hostile;

namespace FileTransfer.Server.Tests.Receivers;

/// <summary>A receiver of frames in this process, over TCP, AF_UNIX or TLS, and connections to it.</summary>
internal sealed class StartedReceiver : IAsyncDisposable
{
    private readonly ServerResources _resources = new(IPAddress.Loopback);
    private readonly SocketReceiver _receiver;
    private readonly bool _isUnix;
    private readonly bool _isEncrypted;

    /// <param name="kind">One of <see cref="Kinds"/>.</param>
    /// <param name="options">The server's options.</param>
    public StartedReceiver(string kind, ServerOptions options)
    {
        _isUnix = kind == "unix";
        _isEncrypted = kind == "tls";
        _receiver = _isUnix
            ? SocketReceiver.OnUnix(kind, options, () => new Crc32CSink())
            : new SocketReceiver(
                kind,
                new IPEndPoint(IPAddress.Loopback, 0),
                options,
                () => new Crc32CSink(),
                _isEncrypted ? _resources.Certificate : null);
    }

    public static string[] Kinds => ["tcp", "unix", "tls"];

    public IReceiver Receiver => _receiver;

    public async Task<StreamClient> ConnectAsync()
    {
        EndPoint endpoint = _isUnix ? new UnixDomainSocketEndPoint(_receiver.Endpoint) : IPEndPoint.Parse(_receiver.Endpoint);
        StreamClient client = await StreamClient.ConnectAsync(endpoint, _isEncrypted);
        if (!_isUnix)
        {
            client.Socket.NoDelay = true;
        }

        return client;
    }

    public async ValueTask DisposeAsync()
    {
        await _receiver.DisposeAsync();
        _resources.Dispose();
    }
}
