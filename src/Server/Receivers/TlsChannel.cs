using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using System.Security.Cryptography.X509Certificates;

namespace FileTransfer.Server.Receivers;

/// <summary>A connected stream socket whose bytes are decrypted before they are drained; owns it.</summary>
internal sealed class TlsChannel(Socket socket, X509Certificate2 certificate, TimeSpan idleTimeout) : FrameChannel
{
    /// <summary>Kind of error of a connection that never spoke TLS.</summary>
    public const string Handshake = "tls-handshake";

    private readonly SocketChannel _socket = new(socket, idleTimeout);
    private readonly SslStream _stream = new(new NetworkStream(socket, ownsSocket: false), leaveInnerStreamOpen: true);

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
        // What came is not TLS, or ended within a record of it.
        IOException => _stream.IsAuthenticated ? ConnectionLost : Handshake,
        _ => _socket.KindOf(exception),
    };

    /// <inheritdoc/>
    public override void Dispose()
    {
        _socket.Dispose();
        // Not before: it waits for nothing, but says goodbye, which a socket that is closed already does not let it do.
        _stream.Dispose();
    }
}
