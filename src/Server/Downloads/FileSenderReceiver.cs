using System.Net;
using System.Net.Sockets;
using FileTransfer.Sending;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Receivers;
using FileTransfer.Strategies.Control;

namespace FileTransfer.Server.Downloads;

/// <summary>
/// Serves files without Kestrel, over HTTP/1.1 or framed: blocking sockets, and a thread for every connection that asks for files. It
/// receives nothing, and counts the whole files that it sends.
/// </summary>
internal sealed class FileSenderReceiver : IReceiver
{
    private readonly ServerOptions _options;
    private readonly ServedFolder? _folder;
    private readonly bool _isFramed;
    private readonly FileSender _sender = new();
    private readonly ReceiverCounters _counters = new();
    private readonly ConnectionLog _log;
    private readonly ConnectionHost _host;

    /// <summary>Starts to listen.</summary>
    /// <param name="kind">Name under which the receiver is listed.</param>
    /// <param name="endpoint">Address and port to listen on.</param>
    /// <param name="options">The server's options.</param>
    /// <param name="isFramed">True for framed files, false for HTTP.</param>
    /// <exception cref="SocketException">The port is taken or may not be used.</exception>
    /// <exception cref="IOException">There is no folder to serve.</exception>
    /// <exception cref="Strategies.Contracts.TransferException">The congestion control is not available.</exception>
    public FileSenderReceiver(string kind, IPEndPoint endpoint, ServerOptions options, bool isFramed = false)
    {
        Kind = kind;
        _options = options;
        _isFramed = isFramed;
        _log = new ConnectionLog(kind, options);
        _folder = ServedFolder.Of(options.Files);
        Socket listener = ConnectionHost.Listen(endpoint, options);
        Endpoint = isFramed ? listener.LocalEndPoint!.ToString()! : $"http://{listener.LocalEndPoint}";
        _host = new ConnectionHost(kind, listener, RequestReader.Longest, options, _counters, _log, Make, tellRefused: null);
    }

    /// <inheritdoc/>
    public string Kind { get; }

    /// <inheritdoc/>
    public string Endpoint { get; }

    /// <inheritdoc/>
    public ReceiverStats Stats => _counters.Snapshot();

    /// <inheritdoc/>
    public ReceiverChecks ChecksAfter(long frame) => _counters.ChecksAfter(frame);

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        _host.Dispose();
        _log.Flush();
        _sender.Dispose();
        return ValueTask.CompletedTask;
    }

    private FileConnection Make(Socket socket)
    {
        var events = new ConnectionEvents(Kind, SocketChannel.PeerOf(socket), _options, _counters, _log);
        return _isFramed
            ? new FetchConnection(socket, _sender, _folder, _options, events)
            : new FileSenderConnection(socket, _sender, _folder, _options, events);
    }
}
