using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using FileTransfer.Sending;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Receivers;
using FileTransfer.Strategies.Control;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Server.Downloads;

/// <summary>
/// Serves files without Kestrel, over HTTP/1.1 or framed: blocking sockets, and one thread per connection. It receives nothing, and counts
/// the whole files that it sends.
/// </summary>
internal sealed class FileSenderReceiver : IReceiver
{
    private const int Backlog = 512;

    private readonly Socket _listener;
    private readonly ServerOptions _options;
    private readonly ServedFolder? _folder;
    private readonly bool _isFramed;
    private readonly FileSender _sender = new();
    private readonly ReceiverCounters _counters = new();
    private readonly ConnectionLog _log;
    private readonly ConcurrentDictionary<Thread, FileConnection> _connections = new();
    private readonly Thread _acceptor;
    private volatile bool _stopping;

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
        _listener = new Socket(endpoint.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            if (options.CongestionControl is { } name)
            {
                SocketTuning.SetCongestionControl(_listener, name);
            }

            if (endpoint.Address.Equals(IPAddress.IPv6Any))
            {
                // As Kestrel does: all addresses are those of both protocols.
                _listener.DualMode = true;
            }

            _listener.Bind(endpoint);
            _listener.Listen(Backlog);
            Endpoint = isFramed ? _listener.LocalEndPoint!.ToString()! : $"http://{_listener.LocalEndPoint}";
        }
        catch
        {
            _listener.Dispose();
            throw;
        }

        _acceptor = new Thread(AcceptAll) { IsBackground = true, Name = kind };
        _acceptor.Start();
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
        _stopping = true;
        _listener.Dispose();
        _acceptor.Join(_options.StopLimit);
        foreach (FileConnection connection in _connections.Values)
        {
            connection.Stop();
        }

        long deadline = Environment.TickCount64 + (long)_options.Grace.TotalMilliseconds;
        foreach ((Thread thread, FileConnection connection) in _connections)
        {
            if (!thread.Join((int)Math.Max(0, deadline - Environment.TickCount64)))
            {
                // Probably the thread waits for a client that does not read.
                connection.Dispose();
                thread.Join(_options.StopLimit);
            }
        }

        _log.Flush();
        _sender.Dispose();
        return ValueTask.CompletedTask;
    }

    private void AcceptAll()
    {
        var shortage = new AcceptShortage(_counters, _log);
        while (!_stopping)
        {
            try
            {
                Begin(_listener.Accept());
                shortage.Over();
            }
            catch (Exception exception) when (exception is SocketException or ObjectDisposedException or OutOfMemoryException)
            {
                if (!_stopping)
                {
                    Thread.Sleep(shortage.Next(exception));
                }
            }
        }
    }

    private void Begin(Socket socket)
    {
        int most = Math.Min(_options.MaximumConnections, _options.MaximumWorkers);
        if (_connections.Count >= most)
        {
            _counters.Failed("refused");
            _log.Write(
                SocketChannel.PeerOf(socket),
                $"was refused: there are {most} connections, as many as --max-connections and --max-workers allow");
            socket.Dispose();
            return;
        }

        var events = new ConnectionEvents(SocketChannel.PeerOf(socket), _counters, _log);
        FileConnection connection = _isFramed
            ? new FetchConnection(socket, _sender, _folder, _options, events)
            : new FileSenderConnection(socket, _sender, _folder, _options, events);
        var thread = new Thread(() => Serve(connection)) { IsBackground = true, Name = $"{Kind} connection" };
        _counters.Opened();
        _connections[thread] = connection;
        try
        {
            thread.Start();
        }
        catch
        {
            _connections.TryRemove(thread, out _);
            _counters.Closed();
            connection.Dispose();
            throw;
        }
    }

    private void Serve(FileConnection connection)
    {
        connection.Run(Kind);
        // In this order: DisposeAsync does not wait for a connection that is no longer listed.
        _counters.Closed();
        _connections.TryRemove(Thread.CurrentThread, out _);
    }
}
