using System.Diagnostics;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Wire;

/// <summary>A TLS stream that speaks the wire format from the sender's side; owns its socket.</summary>
public sealed class TlsConnection : IDisposable
{
    private readonly Socket _socket;
    private readonly FrameExchange _exchange;
    private readonly StallGuard _guard;

    private TlsConnection(Socket socket, SslStream stream, ConnectionOptions options)
    {
        _socket = socket;
        Stream = stream;
        _exchange = new FrameExchange(options);
        // The only limit on a transfer: an SslStream whose read or write has timed out may not be used again.
        _guard = new StallGuard(socket.Dispose, options.Timeout, options.CheckInterval);
    }

    /// <summary>What is written here leaves encrypted.</summary>
    public SslStream Stream { get; }

    /// <summary>Connects and shakes hands, without an asynchronous operation on the socket.</summary>
    /// <exception cref="TransferException">The receiver cannot be reached, or it is another one than was expected.</exception>
    /// <exception cref="ArgumentException">The endpoint does not speak TLS.</exception>
    public static TlsConnection Connect(ConnectionOptions options)
    {
        TlsEndPoint endpoint = options.Endpoint as TlsEndPoint
            ?? throw new ArgumentException($"{options.Endpoint} is no address of TLS", nameof(options));
        var pin = new CertificatePin(endpoint.CertificateSha256);
        Socket socket = FramedConnection.OpenSocket(options, endpoint.Address);
        var stream = new SslStream(new NetworkStream(socket, ownsSocket: true), leaveInnerStreamOpen: false);
        try
        {
            // A server that says nothing must not be waited for without end.
            socket.ReceiveTimeout = (int)options.LongestConnect.TotalMilliseconds;
            stream.AuthenticateAsClient(new SslClientAuthenticationOptions
            {
                TargetHost = endpoint.Address.Address.ToString(),
                RemoteCertificateValidationCallback = pin.Accepts,
            });
            socket.ReceiveTimeout = 0;
            socket.SendTimeout = 0;
            return new TlsConnection(socket, stream, options);
        }
        catch (Exception exception) when (exception is AuthenticationException or IOException)
        {
            stream.Dispose();
            string reason = pin.Refused is null ? $"{exception.Message} Is TLS spoken there?" : pin.Explanation;
            throw new TransferException(TransferErrorKind.ConnectFailed, $"cannot connect to {endpoint} by TLS: {reason}", exception);
        }
    }

    /// <summary>Watches over a transfer from its first byte to its acknowledgement; ended by <see cref="EndGuard"/>.</summary>
    /// <exception cref="TransferException">An earlier transfer was broken off.</exception>
    public void BeginGuard(Payload payload) => _guard.Enter(payload);

    /// <summary>The guarded transfer is over; call it last, because it throws.</summary>
    /// <exception cref="TransferException">It was broken off.</exception>
    public void EndGuard() => _guard.Leave();

    /// <summary>Begins a frame: its header for <paramref name="length"/> bytes, valid until the next call.</summary>
    /// <exception cref="TransferException">The frame before was never acknowledged.</exception>
    public byte[] Header(long length) => _exchange.Header(length);

    /// <summary>Waits for the acknowledgement of the frame whose last write returned just now.</summary>
    /// <exception cref="TransferException">The receiver refused or closed.</exception>
    public Delivery ReadAcknowledgement()
    {
        long sendReturned = Stopwatch.GetTimestamp();
        int received = 0;
        while (received < Acknowledgement.Size)
        {
            int count = Stream.Read(_exchange.Acknowledgement.AsSpan(received));
            received += count > 0 ? count : throw FrameExchange.Closed(received);
        }

        return _exchange.Confirm(sendReturned);
    }

    /// <summary>Awaits the acknowledgement of the frame whose last write returned just now.</summary>
    /// <exception cref="TransferException">The receiver refused or closed.</exception>
    public async ValueTask<Delivery> ReadAcknowledgementAsync(CancellationToken cancellationToken)
    {
        long sendReturned = Stopwatch.GetTimestamp();
        int received = 0;
        while (received < Acknowledgement.Size)
        {
            int count = await Stream.ReadAsync(_exchange.Acknowledgement.AsMemory(received), cancellationToken).ConfigureAwait(false);
            received += count > 0 ? count : throw FrameExchange.Closed(received);
        }

        return _exchange.Confirm(sendReturned);
    }

    /// <summary>Puts what went wrong on the stream into words.</summary>
    public TransferException Failed(Exception exception)
    {
        if (_guard.Verdict is { } verdict)
        {
            return verdict;
        }

        // The socket has no timeout: what .NET on Unix calls one is a reset that cut a blocking send in two.
        string reason = exception.InnerException is SocketException { SocketErrorCode: SocketError.TimedOut or SocketError.WouldBlock }
            ? "the receiver closed it"
            : exception.Message;
        return ReadRefusal() ?? new TransferException(TransferErrorKind.ConnectionLost, $"connection lost while sending over TLS: {reason}", exception);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _guard.Dispose();
        Stream.Dispose();
        _socket.Dispose();
    }

    /// <summary>The receiver may refuse a frame that is still being sent, and then the send is what fails first.</summary>
    private TransferException? ReadRefusal()
    {
        try
        {
            if (_socket.Available > 0)
            {
                _ = ReadAcknowledgement();
            }
        }
        catch (TransferException refusal) when (refusal.Kind == TransferErrorKind.Rejected)
        {
            return refusal;
        }
        catch (Exception exception) when (exception is IOException or SocketException or ObjectDisposedException or TransferException or InvalidOperationException)
        {
            // It has not said anything that can be read.
        }

        return null;
    }
}
