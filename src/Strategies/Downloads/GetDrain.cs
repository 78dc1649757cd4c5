using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text;
using FileTransfer.Sending;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Http;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Downloads;

/// <summary>
/// Asks a server for a file over one blocking socket, parses the head of the response, and discards the body through one buffer.
/// </summary>
/// <remarks>
/// The cheapest client that still looks at every byte count: what is left of a transfer's time is the server's. It allocates nothing
/// per file, waits as <see cref="ConnectionOptions.Wait"/> says, and connects only once: a server that closes the connection fails it.
/// </remarks>
public sealed class GetDrain(ConnectionOptions options, ServingWay way) : ISyncTransferStrategy
{
    /// <summary>Most bytes that it asks for at once, as the receivers of frames do.</summary>
    private const int BufferSize = 1 << 20;

    /// <summary>Rate of the slowest link on which a transfer does not count as stuck, in bytes per second.</summary>
    private const double SlowestBytesPerSecond = 10e6;

    private const string Reader = "get-drain";

    private readonly byte[] _buffer = GC.AllocateUninitializedArray<byte>(BufferSize, pinned: true);
    private Socket? _socket;
    private Waiter? _waiter;
    private Payload? _payload;
    private byte[] _request = [];
    private bool _isVerifying;
    private bool _isOutOfStep;
    private int _filled;
    private long _start;
    private TimeSpan _limit;

    /// <summary>One for every way of serving; their ids name that way alone.</summary>
    public static IReadOnlyList<StrategyDescriptor> Descriptors { get; } = [.. ServingWay.All.Select(Describe)];

    /// <inheritdoc/>
    public ValueTask ConnectAsync(CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        HttpEndPoint endpoint = options.Endpoint as HttpEndPoint
            ?? throw new ArgumentException($"{options.Endpoint} is not an HTTP address");
        _isVerifying = endpoint.IsVerifying;
        _socket = FramedConnection.OpenSocket(options, AddressOf(endpoint));
        options.Received?.Add(_socket);
        _waiter = new Waiter(options.Wait, _socket);
        return ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    /// <remarks>Fetches the file of the payload's name, which must have the payload's length; it is not opened here.</remarks>
    public Delivery Transfer(Payload payload)
    {
        Socket socket = _socket
            ?? throw new InvalidOperationException($"{nameof(GetDrain)} is not connected: call {nameof(ConnectAsync)} first");
        ThrowIfOutOfStep();
        _isOutOfStep = true;
        _filled = 0;
        _limit = options.Timeout + TimeSpan.FromSeconds(payload.Length / SlowestBytesPerSecond);
        _waiter!.Begin(payload.Length);
        _start = Stopwatch.GetTimestamp();
        Send(socket, RequestFor(payload));
        ResponseHead head = ReadHead(socket, out int length);
        long responded = Stopwatch.GetTimestamp();
        DownloadAnswer.ThrowUnlessWhole(head.Status, DownloadAnswer.HasReason(head.Status) ? ReadReason(socket, head, length) : "");
        DownloadAnswer.ThrowUnlessPlain(head.Length, head.Encoding, head.IsRange, payload.Length);
        var file = new ReceivedFile(payload.Length, _isVerifying || SpotCheck.IsDue(payload.Length));
        file.Append(_buffer.AsSpan(length, _filled - length));
        while (file.Left > 0)
        {
            file.Append(_buffer.AsSpan(0, Receive(socket, offset: 0)));
        }

        _waiter.End();
        _isOutOfStep = !head.KeepsAlive;
        return file.Confirm(responded);
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        _socket?.Dispose();
        return ValueTask.CompletedTask;
    }

    private static StrategyDescriptor Describe(ServingWay way) => StrategyDescriptor.For(
        $"serve-{way.Name}",
        StrategyFamily.Downloads,
        $"{way.Mechanism}; read by Socket.Receive",
        options => new GetDrain(options, way)) with
    {
        Dimensions = new StrategyDimensions(StrategyRole.Fetch) { Serving = way.Name, Reader = Reader },
        SystemCalls = ["recvmsg"],
        TakesWait = true,
        // HTTP/1.1 without TLS is all that it speaks.
        Transports = way == ServingWay.FileSender ? [Transport.HttpFileSender] : [Transport.Http, Transport.HttpDefault],
    };

    private static IPEndPoint AddressOf(HttpEndPoint endpoint)
    {
        string host = endpoint.Address.DnsSafeHost;
        try
        {
            return new IPEndPoint(
                IPAddress.TryParse(host, out IPAddress? address) ? address : Dns.GetHostAddresses(host)[0],
                endpoint.Address.Port);
        }
        catch (SocketException exception)
        {
            throw new TransferException(
                TransferErrorKind.ConnectFailed,
                $"cannot connect to {endpoint}: '{host}' has no address: {exception.Message}; "
                + "give the server's address, or a name that resolves here",
                exception);
        }
    }

    private void ThrowIfOutOfStep()
    {
        if (_isOutOfStep)
        {
            throw new TransferException(
                TransferErrorKind.OutOfStep,
                "an earlier transfer on this connection did not end well, or the server closes it after each file; connect again");
        }
    }

    private byte[] RequestFor(Payload payload)
    {
        if (!ReferenceEquals(payload, _payload))
        {
            string path = way.PathOf(Path.GetFileName(payload.Path));
            string host = ((HttpEndPoint)options.Endpoint).Host;
            string authorization = options.Token is { } token ? $"Authorization: {TokenHandler.Scheme} {token}\r\n" : "";
            _request = Encoding.ASCII.GetBytes($"GET {path} HTTP/1.1\r\nHost: {host}\r\n{authorization}\r\n");
            _payload = payload;
        }

        return _request;
    }

    private void Send(Socket socket, ReadOnlySpan<byte> bytes)
    {
        try
        {
            while (bytes.Length > 0)
            {
                bytes = bytes[socket.Send(bytes)..];
            }
        }
        catch (SocketException exception)
        {
            throw ConnectionFailure.Explain(socket, options.Timeout, "asking for a file", exception);
        }
    }

    /// <summary>Reads the head of the final response, and whatever comes with it, into the buffer.</summary>
    private ResponseHead ReadHead(Socket socket, out int length)
    {
        while (true)
        {
            while ((length = ResponseHead.LengthOf(_buffer.AsSpan(0, Math.Min(_filled, ResponseHead.Longest)))) == 0)
            {
                if (_filled >= ResponseHead.Longest)
                {
                    throw ResponseHead.Malformed($"its head is longer than {ResponseHead.Longest} bytes");
                }

                _filled += Receive(socket, _filled);
            }

            ResponseHead head = ResponseHead.Parse(_buffer.AsSpan(0, length));
            if (head.Status is < 100 or >= 200)
            {
                return head;
            }

            // An interim response, such as 103 Early Hints: the final one follows. The time limit ends a series of them.
            _buffer.AsSpan(length, _filled - length).CopyTo(_buffer);
            _filled -= length;
        }
    }

    /// <summary>The body of a response that is no file, as far as it comes.</summary>
    private string ReadReason(Socket socket, in ResponseHead head, int start)
    {
        long wanted = Math.Min(head.Length ?? 0, DownloadAnswer.MostOfRefusal);
        try
        {
            while (_filled - start < wanted)
            {
                _filled += Receive(socket, _filled);
            }
        }
        catch (TransferException)
        {
            // The status says enough.
        }

        return Encoding.UTF8.GetString(_buffer, start, (int)Math.Min(_filled - start, wanted));
    }

    private int Receive(Socket socket, int offset)
    {
        while (true)
        {
            // Before every receive, not only after a timeout: a server may send a byte at a time.
            ThrowIfLate();
            _waiter!.Poll();
            int count = socket.Receive(_buffer.AsSpan(offset), SocketFlags.None, out SocketError error);
            if (error == SocketError.Success)
            {
                return count > 0
                    ? count
                    : throw new TransferException(
                        TransferErrorKind.ConnectionLost,
                        "the server closed the connection before the file was complete");
            }

            if (error is not (SocketError.TimedOut or SocketError.WouldBlock))
            {
                throw ConnectionFailure.Explain(socket, options.Timeout, "receiving a file", new SocketException((int)error));
            }
        }
    }

    private void ThrowIfLate()
    {
        TimeSpan waited = Stopwatch.GetElapsedTime(_start);
        if (waited >= _limit)
        {
            throw new TransferException(
                TransferErrorKind.TimedOut,
                $"a file of {_payload!.Length} bytes did not arrive within {waited.TotalSeconds:0} s: the server is stuck");
        }
    }
}
