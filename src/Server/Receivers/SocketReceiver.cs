using System.Net;
using System.Net.Sockets;
using System.Security.Cryptography.X509Certificates;
using FileTransfer.Sending;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Sinks;
using FileTransfer.Strategies.Control;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Server.Receivers;

/// <summary>
/// Receives framed files over stream sockets (TCP, TLS or AF_UNIX). Every connection has its own sink, and a thread while bytes come;
/// its errors affect no other.
/// </summary>
internal sealed class SocketReceiver : IReceiver
{
    private readonly ServerOptions _options;
    private readonly Func<IPayloadSink> _makeSink;
    private readonly X509Certificate2? _certificate;
    private readonly ReceiverCounters _counters = new();
    private readonly ConnectionLog _log;
    private readonly PrivateFolder? _folder;
    private readonly ConnectionHost _host;

    /// <summary>Starts to listen.</summary>
    /// <param name="kind">Name under which the receiver is listed.</param>
    /// <param name="endpoint">Address to listen on.</param>
    /// <param name="options">The server's options.</param>
    /// <param name="makeSink">Makes the sink of a connection.</param>
    /// <param name="certificate">Certificate of the server, or null for no TLS; stays the caller's.</param>
    /// <exception cref="SocketException">The port or path is taken or may not be used.</exception>
    /// <exception cref="Strategies.Contracts.TransferException">The congestion control is not available.</exception>
    public SocketReceiver(
        string kind,
        EndPoint endpoint,
        ServerOptions options,
        Func<IPayloadSink> makeSink,
        X509Certificate2? certificate = null)
        : this(kind, endpoint, folder: null, options, makeSink, certificate)
    {
    }

    private SocketReceiver(
        string kind,
        EndPoint endpoint,
        PrivateFolder? folder,
        ServerOptions options,
        Func<IPayloadSink> makeSink,
        X509Certificate2? certificate)
    {
        _folder = folder;
        _certificate = certificate;
        Kind = kind;
        _options = options;
        _makeSink = makeSink;
        _log = new ConnectionLog(kind, options);
        Socket listener;
        try
        {
            listener = ConnectionHost.Listen(endpoint, options);
        }
        catch
        {
            _folder?.Dispose();
            throw;
        }

        Endpoint = listener.LocalEndPoint!.ToString()!;
        CongestionControl = SocketTuning.CongestionControl(listener);
        // Over TLS there is nobody to tell yet: the connection just ends.
        _host = new ConnectionHost(
            kind, listener, options.BufferSize, options, _counters, _log, Make, certificate is null ? TellRefused : null);
    }

    /// <summary>Starts to listen on an AF_UNIX socket in its own folder: unix(7).</summary>
    public static SocketReceiver OnUnix(string kind, ServerOptions options, Func<IPayloadSink> makeSink)
    {
        var folder = new PrivateFolder();
        return new SocketReceiver(kind, new UnixDomainSocketEndPoint(folder[kind]), folder, options, makeSink, certificate: null);
    }

    /// <inheritdoc/>
    public string Kind { get; }

    /// <inheritdoc/>
    public string Endpoint { get; }

    /// <summary>Congestion control of its connections, or null where unknown.</summary>
    public string? CongestionControl { get; }

    /// <inheritdoc/>
    public ReceiverStats Stats => _counters.Snapshot();

    /// <inheritdoc/>
    public ReceiverChecks ChecksAfter(long frame) => _counters.ChecksAfter(frame);

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        _host.Dispose();
        _log.Flush();
        _folder?.Dispose();
        return ValueTask.CompletedTask;
    }

    private FrameConnection Make(Socket socket)
    {
        var waiter = new Waiter(_options.Wait, socket);
        FrameChannel channel = _certificate is { } certificate
            ? new TlsChannel(socket, certificate, waiter, _options)
            : new SocketChannel(socket, waiter, _options);
        // A socket that is closed no longer tells its peer.
        var events = new ConnectionEvents(Kind, SocketChannel.PeerOf(socket), _options, _counters, _log);
        return new FrameConnection(channel, _makeSink(), _options, events);
    }

    private static void TellRefused(Socket socket)
    {
        byte[] answer = new byte[Acknowledgement.Size];
        new Acknowledgement(AcknowledgementStatus.TooManyConnections, Crc32C: 0).Write(answer);
        _ = socket.Send(answer);
        socket.Shutdown(SocketShutdown.Send);
    }
}
