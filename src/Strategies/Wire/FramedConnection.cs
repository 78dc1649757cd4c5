using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using FileTransfer.Sending;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Interop;

namespace FileTransfer.Strategies.Wire;

/// <summary>A connected stream socket with the sender's side of the wire format; owns the socket.</summary>
/// <remarks>
/// Allocates its buffers once, so that only the API under test allocates during a transfer.
/// The socket stays in blocking mode while only synchronous operations are used: in .NET on Unix the first asynchronous
/// operation makes the descriptor non-blocking permanently.
/// </remarks>
public sealed class FramedConnection : IDisposable
{
    private readonly FrameExchange _exchange;
    private readonly Waiter _waiter;
    private StallGuard? _guard;

    private FramedConnection(Socket socket, ConnectionOptions options)
    {
        Socket = socket;
        _exchange = new FrameExchange(options);
        _waiter = new Waiter(options.Wait, socket);
    }

    /// <summary>The connected socket.</summary>
    public Socket Socket { get; }

    /// <summary>Connects with the options applied, without an asynchronous operation on the socket.</summary>
    /// <exception cref="TransferException">The receiver cannot be reached, or an option is not possible here.</exception>
    public static FramedConnection Connect(ConnectionOptions options)
    {
        var connection = new FramedConnection(OpenSocket(options, options.Endpoint), options);
        try
        {
            if (connection._exchange.Greeting() is { } greeting)
            {
                connection.Send(greeting);
                _ = connection.ReadAcknowledgement(FrameExchange.NoFile);
            }

            if (connection._exchange.Introduction() is { } introduction)
            {
                connection.Send(introduction);
                _ = connection.ReadAcknowledgement(FrameExchange.NoFile);
            }

            return connection;
        }
        catch
        {
            connection.Dispose();
            throw;
        }
    }

    /// <summary>Opens a socket with the options applied, in blocking mode; the caller owns it.</summary>
    /// <exception cref="TransferException">The receiver cannot be reached, or an option is not possible here.</exception>
    internal static Socket OpenSocket(ConnectionOptions options, EndPoint endpoint)
    {
        bool isUnix = endpoint.AddressFamily == AddressFamily.Unix;
        Socket? socket = null;
        try
        {
            socket = new Socket(endpoint.AddressFamily, SocketType.Stream, isUnix ? ProtocolType.Unspecified : ProtocolType.Tcp);
            SocketTuning.Apply(socket, options);
            // SO_SNDTIMEO limits connect(2) as well as send(2): socket(7).
            socket.SendTimeout = (int)options.LongestConnect.TotalMilliseconds;
            socket.Connect(endpoint);
            socket.SendTimeout = (int)options.Timeout.TotalMilliseconds;
            socket.ReceiveTimeout = (int)Math.Min(options.Timeout.TotalMilliseconds, options.CheckInterval.TotalMilliseconds);
            options.Opened?.Invoke(socket);
            return socket;
        }
        catch (SocketException exception)
        {
            socket?.Dispose();
            string reason = exception.SocketErrorCode == SocketError.TooManyOpenSockets
                ? ConnectionFailure.NoDescriptorLeft
                : $"{exception.Message}; is the server running there?";
            throw new TransferException(TransferErrorKind.ConnectFailed, $"cannot connect to {endpoint}: {reason}", exception);
        }
        catch
        {
            socket?.Dispose();
            throw;
        }
    }

    /// <summary>
    /// Starts to guard a transfer whose calls have no timeout (asynchronous and APM calls), so that it cannot wait without
    /// end; <see cref="EndGuard"/> ends the guard.
    /// </summary>
    /// <exception cref="TransferException">An earlier transfer was broken off.</exception>
    public void BeginGuard(Payload payload)
    {
        _guard ??= new StallGuard(Socket.Dispose, _exchange.Timeout, _exchange.CheckInterval);
        _guard.Enter(payload);
    }

    /// <summary>Ends the guard of the transfer.</summary>
    public void EndGuard() => _guard?.Leave();

    /// <summary>
    /// Closes the socket when the token is cancelled, for operations that take no token: nothing else ends them early, and
    /// after a cancellation the connection is out of step anyway. Dispose of the registration when the operations have ended.
    /// </summary>
    public CancellationTokenRegistration CloseWhenCancelled(CancellationToken cancellationToken) =>
        cancellationToken.UnsafeRegister(static socket => ((Socket)socket!).Dispose(), Socket);

    /// <summary>Begins a frame: its header for <paramref name="length"/> bytes, valid until the next call.</summary>
    /// <exception cref="TransferException">The previous frame was never acknowledged.</exception>
    public byte[] Header(long length)
    {
        byte[] header = _exchange.Header(length);
        _waiter.Begin(length);
        return header;
    }

    /// <summary>Sends all of <paramref name="bytes"/>.</summary>
    /// <exception cref="TransferException">The connection was lost, or no byte moved within the timeout.</exception>
    public void Send(ReadOnlySpan<byte> bytes)
    {
        try
        {
            while (bytes.Length > 0)
            {
                bytes = bytes[Socket.Send(bytes)..];
            }
        }
        catch (SocketException exception)
        {
            throw Failed("sending", exception);
        }
    }

    /// <summary>
    /// Begins a frame by sending its header with MSG_MORE (send(2)): the kernel holds it back and sends it in one segment with
    /// the first bytes of the payload. Only on Linux, for a socket in blocking mode.
    /// </summary>
    /// <exception cref="TransferException">
    /// The connection was lost, no byte moved within the timeout, or the previous frame was never acknowledged.
    /// </exception>
    public unsafe void SendHeader(long length)
    {
        ReadOnlySpan<byte> left = Header(length);
        // Without a payload the kernel would hold the header back for 200 ms.
        int flags = length > 0 ? Interop.Send.More : 0;
        while (left.Length > 0)
        {
            nint sent;
            fixed (byte* bytes = left)
            {
                sent = Interop.Send.Invoke(Socket.SafeHandle, bytes, (nuint)left.Length, flags);
            }

            if (sent >= 0)
            {
                left = left[(int)sent..];
            }
            else if (Marshal.GetLastPInvokeError() is not Errno.Interrupted and int errno)
            {
                throw Failed("sending", errno);
            }
        }
    }

    /// <summary>Waits for the acknowledgement of <paramref name="payload"/>, whose last send returned just now.</summary>
    /// <exception cref="TransferException">The receiver refused, closed or did not answer in time, or the file changed.</exception>
    public Delivery ReadAcknowledgement(Payload payload)
    {
        long sendReturned = Stopwatch.GetTimestamp();
        int received = 0;
        while (received < Acknowledgement.Size)
        {
            _waiter.Poll();
            int count = Socket.Receive(_exchange.Acknowledgement.AsSpan(received), SocketFlags.None, out SocketError error);
            if (error is SocketError.TimedOut or SocketError.WouldBlock)
            {
                _exchange.ThrowIfOverdue(payload, sendReturned);
                continue;
            }

            if (error != SocketError.Success)
            {
                throw Failed("waiting for the acknowledgement", new SocketException((int)error));
            }

            received += count > 0 ? count : throw FrameExchange.Closed(received);
        }

        _waiter.End();
        return _exchange.Confirm(sendReturned);
    }

    /// <summary>Awaits the acknowledgement of <paramref name="payload"/>, whose last send returned just now.</summary>
    /// <remarks>Pools its state machine, so that it adds nothing to the allocations of an asynchronous strategy.</remarks>
    /// <exception cref="TransferException">The receiver refused, closed or did not answer in time, or the file changed.</exception>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<Delivery> ReadAcknowledgementAsync(Payload payload, CancellationToken cancellationToken)
    {
        long sendReturned = Stopwatch.GetTimestamp();
        int received = 0;
        try
        {
            while (received < Acknowledgement.Size)
            {
                int count = await _waiter.ReceiveAsync(_exchange.Acknowledgement.AsMemory(received), cancellationToken)
                    .ConfigureAwait(false);
                received += count > 0 ? count : throw FrameExchange.Closed(received);
            }
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // A cancellation may have closed the socket before the receive noticed it.
            cancellationToken.ThrowIfCancellationRequested();
            throw Failed("waiting for the acknowledgement", exception);
        }

        _waiter.End();
        return _exchange.Confirm(sendReturned);
    }

    /// <summary>
    /// Checks that nothing is left to read once every frame was acknowledged: after a second acknowledgement of a frame, those of later
    /// frames are read before the receiver has them. Asks the kernel, so call it outside of timed code.
    /// </summary>
    /// <exception cref="TransferException">Something is left to read.</exception>
    public void ThrowIfAnsweredAgain()
    {
        if (Socket.Available is > 0 and int left)
        {
            throw ConnectionFailure.ReadRefusal(Socket) is { } status
                ? _exchange.Refused(status)
                : new TransferException(
                    TransferErrorKind.Mismatch,
                    $"{left} bytes came after the acknowledgement of the last frame: the receiver acknowledged a frame twice, "
                    + "so those after it may have been acknowledged too early; no time of this connection is valid");
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _guard?.Dispose();
        Socket.Dispose();
    }

    /// <summary>Converts an exception on the socket to a TransferException.</summary>
    /// <param name="doing">The activity that failed, for the message, such as "sending".</param>
    /// <param name="exception">The exception.</param>
    public TransferException Failed(string doing, Exception exception) =>
        _guard?.Verdict ?? ConnectionFailure.Explain(Socket, _exchange, doing, exception);

    /// <summary>Converts the errno of a system call that failed on the socket to a TransferException.</summary>
    /// <param name="doing">The activity that failed, for the message, such as "sending".</param>
    /// <param name="errno">The error number.</param>
    public TransferException Failed(string doing, int errno) => Failed(
        doing,
        // EAGAIN on a blocking socket means that SO_SNDTIMEO or SO_RCVTIMEO expired: socket(7).
        errno == Errno.TryAgain ? new SocketException((int)SocketError.TimedOut) : new IOException(Marshal.GetPInvokeErrorMessage(errno)));
}
