using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using FileTransfer.Server.Contracts;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Server.Receivers;

/// <summary>
/// Accepts the connections of a receiver, gives each a thread while there is something to do for it, and ends them all. Owns the listener
/// and the connections.
/// </summary>
internal sealed class ConnectionHost : ConnectionWorkers.IOwner, IDisposable
{
    private const int Backlog = 512;
    private const int LooksPerLimit = 4;

    private readonly Socket _listener;
    private readonly ServerOptions _options;
    private readonly ReceiverCounters _counters;
    private readonly ConnectionLog _log;
    private readonly Func<Socket, IConnection> _make;
    private readonly Action<Socket>? _tellRefused;
    private readonly ConcurrentDictionary<IConnection, bool> _connections = new();
    private readonly ConnectionWorkers _workers;
    private readonly ConnectionWatch? _watch;
    private readonly Thread _acceptor;
    private readonly Timer _looking;
    private volatile bool _stopping;

    /// <summary>Starts to accept.</summary>
    /// <param name="kind">Name of the receiver.</param>
    /// <param name="listener">Listens already: <see cref="Listen"/>.</param>
    /// <param name="bufferSize">Bytes that a connection needs to receive into.</param>
    /// <param name="options">The server's options.</param>
    /// <param name="counters">Counts of the receiver.</param>
    /// <param name="log">Log of the receiver.</param>
    /// <param name="make">Makes the connection of a socket, which it owns then; leaves the socket to the host when it throws.</param>
    /// <param name="tellRefused">Tells a peer that there is no room, without waiting for it; null where nobody can be told.</param>
    public ConnectionHost(
        string kind,
        Socket listener,
        int bufferSize,
        ServerOptions options,
        ReceiverCounters counters,
        ConnectionLog log,
        Func<Socket, IConnection> make,
        Action<Socket>? tellRefused)
    {
        _listener = listener;
        _options = options;
        _counters = counters;
        _log = log;
        _make = make;
        _tellRefused = tellRefused;
        _watch = ConnectionWatch.TryStart(kind, connection => _workers!.Run(connection), EndOverdue);
        // Where nobody watches, a silent connection keeps its thread.
        _workers = new ConnectionWorkers(kind, bufferSize, _watch is null ? options.MaximumConnections : options.MaximumWorkers, this);
        _acceptor = new Thread(AcceptAll) { IsBackground = true, Name = kind };
        _acceptor.Start();
        TimeSpan interval = TimeSpan.FromTicks(Math.Min(options.RateWindow.Ticks, options.FrameTimeout.Ticks)) / LooksPerLimit;
        _looking = new Timer(_ => Look(), state: null, interval, interval);
    }

    /// <summary>A socket that listens; the caller's.</summary>
    /// <exception cref="SocketException">The port or path is taken or may not be used.</exception>
    /// <exception cref="Strategies.Contracts.TransferException">The congestion control is not available.</exception>
    public static Socket Listen(EndPoint endpoint, ServerOptions options)
    {
        bool isUnix = endpoint.AddressFamily == AddressFamily.Unix;
        var listener = new Socket(endpoint.AddressFamily, SocketType.Stream, isUnix ? ProtocolType.Unspecified : ProtocolType.Tcp);
        try
        {
            if (!isUnix && options.CongestionControl is { } name)
            {
                SocketTuning.SetCongestionControl(listener, name);
            }

            if (options.SocketBuffer is { } bytes)
            {
                // Accepted sockets inherit it.
                listener.ReceiveBufferSize = bytes;
            }

            if (endpoint is IPEndPoint { Address: { } address } && address.Equals(IPAddress.IPv6Any))
            {
                // As Kestrel does: all addresses are those of both protocols.
                listener.DualMode = true;
            }

            listener.Bind(endpoint);
            listener.Listen(Backlog);
            return listener;
        }
        catch
        {
            listener.Dispose();
            throw;
        }
    }

    /// <summary>Ends all connections: those between two messages at once, the others within <see cref="ServerOptions.Grace"/>.</summary>
    public void Dispose()
    {
        _stopping = true;
        _listener.Dispose();
        _acceptor.Join(_options.StopLimit);
        foreach (IConnection connection in _connections.Keys)
        {
            if (!connection.IsWithinMessage && _watch?.TryTake(connection) == true)
            {
                connection.Close();
                Ended(connection);
            }
            else
            {
                connection.Finish();
            }
        }

        if (!WaitUntilEmpty(_options.Grace))
        {
            EndAll(connection => connection.Stop());
        }

        if (!WaitUntilEmpty(_options.StopLimit))
        {
            // Probably threads wait for peers that do not read.
            EndAll(connection => connection.Abort());
            WaitUntilEmpty(_options.StopLimit);
        }

        _looking.Dispose();
        _workers.Stop();
        _watch?.Dispose();
    }

    /// <inheritdoc/>
    void ConnectionWorkers.IOwner.Waits(IConnection connection)
    {
        if (_watch?.TryAdd(connection) != true)
        {
            connection.CanWaitAlone = false;
            _workers.Run(connection);
        }
        else if (_stopping && !connection.IsWithinMessage && _watch.TryTake(connection))
        {
            // Left to wait while all others were told to finish.
            connection.Close();
            Ended(connection);
        }
    }

    /// <inheritdoc/>
    void ConnectionWorkers.IOwner.Ended(IConnection connection) => Ended(connection);

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

    private void Look()
    {
        foreach ((IConnection connection, _) in _connections)
        {
            connection.Look();
        }
    }

    private void EndAll(Action<IConnection> end)
    {
        foreach (IConnection connection in _connections.Keys)
        {
            end(connection);
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

        IConnection connection;
        try
        {
            connection = _make(socket);
        }
        catch
        {
            socket.Dispose();
            throw;
        }

        connection.CanWaitAlone = _watch is not null;
        _counters.Opened();
        _connections[connection] = true;
        // A thread is for those who send.
        ((ConnectionWorkers.IOwner)this).Waits(connection);
    }

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
                _tellRefused?.Invoke(socket);
            }
            catch (SocketException)
            {
                // It has gone.
            }
        }
    }

    private void EndOverdue(IConnection connection)
    {
        if (connection.IsWithinMessage)
        {
            // Has to be told, which may wait.
            _workers.Run(connection);
        }
        else
        {
            connection.EndIdle();
            Ended(connection);
        }
    }

    private void Ended(IConnection connection)
    {
        _watch?.Forget(connection);
        // In this order: Dispose does not wait for a connection that is no longer listed.
        _counters.Closed();
        _connections.TryRemove(connection, out _);
    }
}
