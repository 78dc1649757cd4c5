using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text;
using FileTransfer.Strategies.Addresses;
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
    private const string Reader = "get-drain";

    private readonly SpotCheck _check = new();
    private Socket? _socket;
    private DrainedSocket? _drain;
    private Payload? _payload;
    private byte[] _request = [];
    private bool _isVerifying;
    private int _filled;

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
        _drain = new DrainedSocket(_socket, options);
        return ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    /// <remarks>Fetches the file of the payload's name, which must have the payload's length; it is not opened here.</remarks>
    public Delivery Transfer(Payload payload)
    {
        DrainedSocket drain = _drain
            ?? throw new InvalidOperationException($"{nameof(GetDrain)} is not connected: call {nameof(ConnectAsync)} first");
        drain.Begin(payload.Length);
        _filled = 0;
        drain.Send(RequestFor(payload));
        ResponseHead head = ReadHead(drain, out int length);
        long responded = Stopwatch.GetTimestamp();
        DownloadAnswer.ThrowUnlessWhole(head.Status, DownloadAnswer.HasReason(head.Status) ? ReadReason(drain, head, length) : "");
        DownloadAnswer.ThrowUnlessPlain(head.Length, head.Encoding, head.IsRange, payload.Length);
        var file = new ReceivedFile(payload.Length, _isVerifying || _check.IsDue(payload.Length));
        file.Append(drain.Buffer[length.._filled]);
        drain.Discard(ref file);
        drain.End(isInStep: head.KeepsAlive);
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
        Transports = [.. way.Transports.Where(transport => transport is not (Transport.Http2 or Transport.Https or Transport.Https2))],
        Probe = way.Probe,
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

    /// <summary>Reads the head of the final response, and whatever comes with it, into the buffer.</summary>
    private ResponseHead ReadHead(DrainedSocket drain, out int length)
    {
        while (true)
        {
            while ((length = ResponseHead.LengthOf(drain.Buffer[..Math.Min(_filled, ResponseHead.Longest)])) == 0)
            {
                if (_filled >= ResponseHead.Longest)
                {
                    throw ResponseHead.Malformed($"its head is longer than {ResponseHead.Longest} bytes");
                }

                _filled += drain.Receive(_filled);
            }

            ResponseHead head = ResponseHead.Parse(drain.Buffer[..length]);
            if (!head.IsInterim)
            {
                return head;
            }

            // The final one follows. The time limit ends a series of interim ones.
            drain.Buffer[length.._filled].CopyTo(drain.Buffer);
            _filled -= length;
        }
    }

    /// <summary>The body of a response that is no file, as far as it comes.</summary>
    private string ReadReason(DrainedSocket drain, in ResponseHead head, int start)
    {
        long wanted = Math.Min(head.Length ?? 0, DownloadAnswer.MostOfRefusal);
        try
        {
            while (_filled - start < wanted)
            {
                _filled += drain.Receive(_filled);
            }
        }
        catch (TransferException)
        {
            // The status says enough.
        }

        return Encoding.UTF8.GetString(drain.Buffer.Slice(start, (int)Math.Min(_filled - start, wanted)));
    }
}
