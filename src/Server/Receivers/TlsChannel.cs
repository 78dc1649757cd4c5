using System.Net.Security;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;
using FileTransfer.Sending;
using FileTransfer.Server.Contracts;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Server.Receivers;

/// <summary>A connected stream socket with TLS; owns the socket.</summary>
internal sealed class TlsChannel(Socket socket, X509Certificate2 certificate, Waiter waiter, ServerOptions options)
    : FrameChannel(waiter)
{
    /// <summary>Kind of error: the TLS handshake failed.</summary>
    public const string Handshake = "tls-handshake";

    private readonly SocketChannel _socket = new(socket, waiter, options);
    private readonly SslStream _stream = new(new PollingStream(socket, waiter, ownsSocket: false), leaveInnerStreamOpen: true);

    /// <inheritdoc/>
    public override bool TryWatch(Func<SafeHandle, bool> watch) => _socket.TryWatch(watch);

    /// <inheritdoc/>
    public override bool HasHandshake => true;

    /// <inheritdoc/>
    public override void Begin()
    {
        _socket.CanWaitAlone = CanWaitAlone;
        _socket.Begin();
        int between = socket.ReceiveTimeout;
        socket.ReceiveTimeout = (int)options.HandshakeTimeout.TotalMilliseconds;
        // A peer that sends a byte now and then passes the timeout of each receive.
        using var limit = new Timer(_ => _socket.Dispose(), state: null, options.HandshakeTimeout, Timeout.InfiniteTimeSpan);
        _stream.AuthenticateAsServer(certificate);
        socket.ReceiveTimeout = between;
    }

    /// <inheritdoc/>
    /// <remarks>
    /// SslStream survives a read of its inner stream that times out: it keeps the part of a record that has come, and goes on with the
    /// next read. When it does read, it holds no complete record, so that whoever waits next may watch the socket.
    /// </remarks>
    public override int Receive(Span<byte> buffer)
    {
        try
        {
            return _stream.Read(buffer);
        }
        catch (IOException exception)
            when (exception.InnerException is SocketException { SocketErrorCode: SocketError.TimedOut or SocketError.WouldBlock })
        {
            return NothingYet;
        }
    }

    /// <inheritdoc/>
    public override void Send(ReadOnlySpan<byte> bytes) => _stream.Write(bytes);

    /// <inheritdoc/>
    public override void FinishRefusal(Span<byte> buffer) => _socket.FinishRefusal(buffer);

    /// <inheritdoc/>
    public override void Stop() => _socket.Stop();

    /// <inheritdoc/>
    public override string? KindOf(Exception exception) => exception switch
    {
        AuthenticationException => Handshake,
        // The received bytes are not TLS, or they end, or do not come in time.
        IOException or SocketException or ObjectDisposedException when !_stream.IsAuthenticated => Handshake,
        IOException { InnerException: SocketException inner } => _socket.KindOf(inner),
        IOException => ConnectionLost,
        _ => _socket.KindOf(exception),
    };

    /// <inheritdoc/>
    public override void Dispose()
    {
        _socket.Dispose();
        // Dispose of the stream after the socket: on an open socket it would send a TLS close message.
        _stream.Dispose();
    }
}
