using System.Collections.Concurrent;
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
internal sealed class SocketReceiver : IReceiver, ConnectionWorkers.IOwner
{
    private const int Backlog = 512;

    private readonly Socket _listener;
    private readonly ServerOptions _options;
    private readonly Func<IPayloadSink> _makeSink;
    private readonly X509Certificate2? _certificate;
    private readonly ReceiverCounters _counters = new();
    private readonly ConcurrentDictionary<FrameDrain, bool> _connections = new();
    private readonly ConnectionLog _log;
    private readonly ConnectionWorkers _workers;
    private readonly ConnectionWatch? _watch;
    private readonly PrivateFolder? _folder;
    private readonly Thread _acceptor;
    private volatile bool _stopping;

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
        bool isUnix = endpoint.AddressFamily == AddressFamily.Unix;
        _listener = new Socket(endpoint.AddressFamily, SocketType.Stream, isUnix ? ProtocolType.Unspecified : ProtocolType.Tcp);
        try
        {
            if (!isUnix && options.CongestionControl is { } name)
            {
                SocketTuning.SetCongestionControl(_listener, name);
            }

            if (endpoint is IPEndPoint { Address: { } address } && address.Equals(IPAddress.IPv6Any))
            {
                // As Kestrel does: all addresses are those of both protocols.
                _listener.DualMode = true;
            }

            _listener.Bind(endpoint);
            _listener.Listen(Backlog);
            Endpoint = _listener.LocalEndPoint!.ToString()!;
            CongestionControl = SocketTuning.CongestionControl(_listener);
        }
        catch
        {
            _listener.Dispose();
            _folder?.Dispose();
            throw;
        }

        _workers = new ConnectionWorkers(kind, options.BufferSize, options.MaximumWorkers, this);
        _watch = ConnectionWatch.TryStart(kind, _workers.Run, EndOverdue);
        _acceptor = new Thread(AcceptAll) { IsBackground = true, Name = kind };
        _acceptor.Start();
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
        _stopping = true;
        _listener.Dispose();
        _acceptor.Join(_options.StopLimit);
        foreach (FrameDrain drain in _connections.Keys)
        {
            if (!drain.IsWithinFrame && _watch?.TryTake(drain) == true)
            {
                drain.Close();
                Ended(drain);
            }
            else
            {
                drain.Finish();
            }
        }

        if (!WaitUntilEmpty(_options.Grace))
        {
            EndAll(drain => drain.Stop());
        }

        if (!WaitUntilEmpty(_options.StopLimit))
        {
            // Probably threads wait for senders that do not read their acknowledgements.
            EndAll(drain => drain.Abort());
            WaitUntilEmpty(_options.StopLimit);
        }

        _workers.Stop();
        _watch?.Dispose();
        _log.Flush();
        _folder?.Dispose();
        return ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    void ConnectionWorkers.IOwner.Waits(FrameDrain drain)
    {
        if (_watch?.TryAdd(drain) != true)
        {
            drain.Channel.CanWaitAlone = false;
            _workers.Run(drain);
        }
        else if (_stopping && !drain.IsWithinFrame && _watch.TryTake(drain))
        {
            // Left to wait while the receiver told all others to finish.
            drain.Close();
            Ended(drain);
        }
    }

    /// <inheritdoc/>
    void ConnectionWorkers.IOwner.Ended(FrameDrain drain) => Ended(drain);

    /// <inheritdoc/>
    void ConnectionWorkers.IOwner.NoThread(Exception exception)
    {
        _counters.Failed("no-thread");
        _log.Write("a new thread", $"could not be started: {exception.Message}; connections wait for those that there are");
    }

    /// <inheritdoc/>
    void ConnectionWorkers.IOwner.NoBuffer(Exception exception)
    {
        _counters.Failed("no-memory");
        _log.Write("a connection", $"got no buffer: {exception.Message}; it waits for a thread that has one");
    }

    private void EndAll(Action<FrameDrain> end)
    {
        foreach (FrameDrain drain in _connections.Keys)
        {
            end(drain);
        }
    }

    private bool WaitUntilEmpty(TimeSpan limit)
    {
        long deadline = Environment.TickCount64 + (long)limit.TotalMilliseconds;
        while (!_connections.IsEmpty && Environment.TickCount64 < deadline)
        {
            Thread.Sleep(1);
        }

        return _connections.IsEmpty;
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
        if (_connections.Count >= _options.MaximumConnections)
        {
            Refuse(socket);
            return;
        }

        FrameDrain? drain = null;
        try
        {
            var waiter = new Waiter(_options.Wait, socket);
            FrameChannel channel = _certificate is { } certificate
                ? new TlsChannel(socket, certificate, waiter, _options)
                : new SocketChannel(socket, waiter, _options);
            channel.CanWaitAlone = _watch is not null;
            drain = new FrameDrain(Kind, channel, _makeSink(), _options, _counters, _log);
        }
        finally
        {
            if (drain is null)
            {
                socket.Dispose();
            }
        }

        _counters.Opened();
        _connections[drain] = true;
        // A thread is for those who send.
        ((ConnectionWorkers.IOwner)this).Waits(drain);
    }

    /// <summary>Tells a peer that there is no room, without waiting for it.</summary>
    private void Refuse(Socket socket)
    {
        using (socket)
        {
            _counters.Failed("refused");
            _log.Write(
                SocketChannel.PeerOf(socket),
                $"was refused: there are {_options.MaximumConnections} connections, as many as --max-connections allows");
            try
            {
                // Over TLS there is nobody to tell yet: the connection just ends.
                if (_certificate is null)
                {
                    byte[] answer = new byte[Acknowledgement.Size];
                    new Acknowledgement(AcknowledgementStatus.TooManyConnections, Crc32C: 0).Write(answer);
                    _ = socket.Send(answer);
                    socket.Shutdown(SocketShutdown.Send);
                }
            }
            catch (SocketException)
            {
                // It has gone.
            }
        }
    }

    private void EndOverdue(FrameDrain drain)
    {
        if (drain.IsWithinFrame)
        {
            // Has to be told, which may wait.
            _workers.Run(drain);
        }
        else
        {
            drain.EndIdle();
            Ended(drain);
        }
    }

    private void Ended(FrameDrain drain)
    {
        _watch?.Forget(drain);
        // In this order: DisposeAsync does not wait for a connection that is no longer listed.
        _counters.Closed();
        _connections.TryRemove(drain, out _);
    }
}
