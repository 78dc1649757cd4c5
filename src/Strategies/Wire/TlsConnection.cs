using System.Diagnostics;
using System.Net.Security;
using System.Net.Sockets;
using System.Security.Authentication;
using FileTransfer.Sending;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Wire;

/// <summary>A TLS stream with the sender's side of the wire format; owns its socket.</summary>
public sealed class TlsConnection : IDisposable
{
    private readonly Socket _socket;
    private readonly FrameExchange _exchange;
    private readonly StallGuard _guard;
    private readonly Waiter _waiter;

    private TlsConnection(Socket socket, Waiter waiter, SslStream stream, ConnectionOptions options)
    {
        _socket = socket;
        _waiter = waiter;
        Stream = stream;
        _exchange = new FrameExchange(options);
        // The guard is the only time limit of a transfer: an SslStream whose read or write has timed out may not be used again.
        _guard = new StallGuard(socket.Dispose, options.Timeout, options.CheckInterval);
    }

    /// <summary>The TLS stream, which encrypts the bytes written to it.</summary>
    public SslStream Stream { get; }

    /// <summary>Connects and performs the TLS handshake, without an asynchronous operation on the socket.</summary>
    /// <exception cref="TransferException">The receiver cannot be reached, or it has another certificate than expected.</exception>
    /// <exception cref="ArgumentException">The endpoint is not a TLS address.</exception>
    public static TlsConnection Connect(ConnectionOptions options)
    {
        TlsEndPoint endpoint = options.Endpoint as TlsEndPoint
            ?? throw new ArgumentException($"{options.Endpoint} is not a TLS address", nameof(options));
        var pin = new CertificatePin(endpoint.CertificateSha256);
        Socket socket = FramedConnection.OpenSocket(options, endpoint.Address);
        var waiter = new Waiter(options.Wait, socket);
        var stream = new SslStream(new PollingStream(socket, waiter, ownsSocket: true), leaveInnerStreamOpen: false);
        try
        {
            // Limits the wait for a server that does not answer the handshake.
            socket.ReceiveTimeout = (int)options.LongestConnect.TotalMilliseconds;
            stream.AuthenticateAsClient(new SslClientAuthenticationOptions
            {
                TargetHost = endpoint.Address.Address.ToString(),
                RemoteCertificateValidationCallback = pin.Accepts,
            });
            var connection = new TlsConnection(socket, waiter, stream, options);
            if (connection._exchange.Greeting() is { } greeting)
            {
                stream.Write(greeting);
                _ = connection.ReadAcknowledgement();
            }

            socket.ReceiveTimeout = 0;
            socket.SendTimeout = 0;
            return connection;
        }
        catch (Exception exception) when (exception is AuthenticationException or IOException)
        {
            stream.Dispose();
            string reason = pin.Refused is null ? $"{exception.Message} Does the server use TLS on this port?" : pin.Explanation;
            throw new TransferException(TransferErrorKind.ConnectFailed, $"cannot connect to {endpoint} by TLS: {reason}", exception);
        }
    }

    /// <summary>Starts to guard a transfer, before its first byte; <see cref="EndGuard"/> ends it.</summary>
    public void BeginGuard(Payload payload) => _guard.Enter(payload);

    /// <summary>Ends the guard of the transfer.</summary>
    public void EndGuard() => _guard.Leave();

    /// <summary>Begins a frame: its header for <paramref name="length"/> bytes, valid until the next call.</summary>
    /// <exception cref="TransferException">The previous frame was never acknowledged.</exception>
    public byte[] Header(long length)
    {
        byte[] header = _exchange.Header(length);
        _waiter.Begin(length);
        return header;
    }

    /// <summary>Waits for the acknowledgement of the frame whose last write returned just now.</summary>
    /// <exception cref="TransferException">The receiver refused the frame or closed the connection.</exception>
    public Delivery ReadAcknowledgement()
    {
        long sendReturned = Stopwatch.GetTimestamp();
        int received = 0;
        while (received < Acknowledgement.Size)
        {
            int count = Stream.Read(_exchange.Acknowledgement.AsSpan(received));
            received += count > 0 ? count : throw FrameExchange.Closed(received);
        }

        _waiter.End();
        return _exchange.Confirm(sendReturned);
    }

    /// <summary>Awaits the acknowledgement of the frame whose last write returned just now.</summary>
    /// <exception cref="TransferException">The receiver refused the frame or closed the connection.</exception>
    public async ValueTask<Delivery> ReadAcknowledgementAsync(CancellationToken cancellationToken)
    {
        long sendReturned = Stopwatch.GetTimestamp();
        int received = 0;
        while (received < Acknowledgement.Size)
        {
            int count = await Stream.ReadAsync(_exchange.Acknowledgement.AsMemory(received), cancellationToken).ConfigureAwait(false);
            received += count > 0 ? count : throw FrameExchange.Closed(received);
        }

        _waiter.End();
        return _exchange.Confirm(sendReturned);
    }

    /// <summary>Converts an exception on the stream to a TransferException.</summary>
    public TransferException Failed(Exception exception)
    {
        if (_guard.Verdict is { } verdict)
        {
            return verdict;
        }

        // The socket has no timeout: if .NET on Unix reports one, a reset ended a blocking send in the middle.
        string reason = exception.InnerException is SocketException { SocketErrorCode: SocketError.TimedOut or SocketError.WouldBlock }
            ? "the receiver closed it"
            : exception.Message;
        return ReadRefusal()
            ?? new TransferException(TransferErrorKind.ConnectionLost, $"connection lost while sending over TLS: {reason}", exception);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _guard.Dispose();
        Stream.Dispose();
        _socket.Dispose();
    }

    /// <summary>
    /// The receiver's refusal, or null. It may refuse a frame that is still being sent; then the send fails before the refusal is
    /// read.
    /// </summary>
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
        catch (Exception exception)
            when (exception is IOException or SocketException or ObjectDisposedException or TransferException or InvalidOperationException)
        {
            // The receiver has sent no refusal, or it cannot be read.
        }

        return null;
    }
}
