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
/// Receives framed files over stream sockets (TCP, TLS or AF_UNIX). Every connection has its own thread and sink, and its errors
/// affect no other.
/// </summary>
internal sealed class SocketReceiver : IReceiver
{
    private const int Backlog = 512;

    private readonly Socket _listener;
    private readonly ServerOptions _options;
    private readonly Func<IPayloadSink> _makeSink;
    private readonly X509Certificate2? _certificate;
    private readonly ReceiverCounters _counters = new();
    private readonly ConcurrentDictionary<Thread, FrameDrain> _connections = new();
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
        bool isUnix = endpoint.AddressFamily == AddressFamily.Unix;
        _listener = new Socket(endpoint.AddressFamily, SocketType.Stream, isUnix ? ProtocolType.Unspecified : ProtocolType.Tcp);
        try
        {
            if (!isUnix && options.CongestionControl is { } name)
            {
                SocketTuning.SetCongestionControl(_listener, name);
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
        foreach (FrameDrain drain in _connections.Values)
        {
            drain.Stop();
        }

        long deadline = Environment.TickCount64 + (long)_options.StopLimit.TotalMilliseconds;
        foreach ((Thread thread, FrameDrain drain) in _connections)
        {
            if (!thread.Join((int)Math.Max(0, deadline - Environment.TickCount64)))
            {
                // Probably the thread waits for a sender that does not read its acknowledgements.
                drain.Abort();
                thread.Join(_options.StopLimit);
            }
        }

        _folder?.Dispose();
        return ValueTask.CompletedTask;
    }

    private void AcceptAll()
    {
        while (!_stopping)
        {
            Socket socket;
            try
            {
                socket = _listener.Accept();
            }
            catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
            {
                if (!_stopping)
                {
                    // Probably out of descriptors: let connections end before the next attempt.
                    _counters.Failed("accept");
                    Thread.Sleep(TimeSpan.FromMilliseconds(20));
                }

                continue;
            }

            try
            {
                Begin(socket);
            }
            catch (OutOfMemoryException)
            {
                // No memory for another thread or buffer: close this connection and keep the others.
                _counters.Failed("accept");
                socket.Dispose();
            }
        }
    }

    private void Begin(Socket socket)
    {
        var waiter = new Waiter(_options.Wait, socket);
        FrameChannel channel = _certificate is { } certificate
            ? new TlsChannel(socket, certificate, waiter, _options.IdleTimeout)
            : new SocketChannel(socket, waiter, _options.IdleTimeout);
        var drain = new FrameDrain(Kind, channel, _makeSink(), _options, _counters);
        var thread = new Thread(() => Serve(drain)) { IsBackground = true, Name = $"{Kind} connection" };
        _counters.Opened();
        _connections[thread] = drain;
        try
        {
            thread.Start();
        }
        catch
        {
            _connections.TryRemove(thread, out _);
            _counters.Closed();
            throw;
        }
    }

    private void Serve(FrameDrain drain)
    {
        drain.Run();
        // In this order: DisposeAsync does not wait for a connection that is no longer listed.
        _counters.Closed();
        _connections.TryRemove(Thread.CurrentThread, out _);
    }
}
