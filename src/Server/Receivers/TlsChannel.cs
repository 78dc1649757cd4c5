using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;
using FileTransfer.Sending;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Server.Receivers;

/// <summary>A connected stream socket with TLS; owns the socket.</summary>
internal sealed class TlsChannel(Socket socket, X509Certificate2 certificate, Waiter waiter, TimeSpan idleTimeout)
    : FrameChannel(waiter)
{
    /// <summary>Kind of error: the TLS handshake failed.</summary>
    public const string Handshake = "tls-handshake";

    private readonly SocketChannel _socket = new(socket, waiter, idleTimeout);
    private readonly SslStream _stream = new(new PollingStream(socket, waiter, ownsSocket: false), leaveInnerStreamOpen: true);

    /// <inheritdoc/>
    public override string Peer => _socket.Peer;

    /// <inheritdoc/>
    public override void Begin()
    {
        _socket.Begin();
        _stream.AuthenticateAsServer(certificate);
    }

    /// <inheritdoc/>
    public override int Receive(Span<byte> buffer) => _stream.Read(buffer);

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
        IOException { InnerException: SocketException inner } => _socket.KindOf(inner),
        // The received bytes are not TLS, or end within a TLS record.
        IOException => _stream.IsAuthenticated ? ConnectionLost : Handshake,
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
