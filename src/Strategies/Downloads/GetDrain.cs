using System.Diagnostics;
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
/// per file, waits as <see cref="ConnectionOptions.Wait"/> says, and connects only once: a server of ours that closes the connection fails
/// it. One of another make may close it after any response, and the next transfer contains the time to connect again.
/// </remarks>
/// <param name="options">The server, and how to connect.</param>
/// <param name="way">How a server of ours is to send the file; null for a server of another make.</param>
/// <param name="most">Most bytes that it asks for at once; 1 MiB at most, and without it.</param>
public sealed class GetDrain(ConnectionOptions options, ServingWay? way, int most = DrainedSocket.BufferSize) : ISyncTransferStrategy
{
    private const string Reader = "get-drain";

    private readonly SpotCheck _check = new();
    private HttpAddress? _address;
    private Socket? _socket;
    private DrainedSocket? _drain;
    private Payload? _payload;
    private byte[] _request = [];
    private bool _isVerifying;
    private bool _isForeign;
    private bool _isClosed;
    private int _filled;

    /// <summary>One for every way of serving; their ids name that way alone.</summary>
    public static IReadOnlyList<StrategyDescriptor> Descriptors { get; } = [.. ServingWay.All.Select(Describe)];

    /// <summary>The same client for any address, without TLS.</summary>
    public static StrategyDescriptor DescriptorOfUrl { get; } = Describe(
        Reader,
        "GET, read by Socket.Receive",
        options => new GetDrain(options, way: null));

    /// <summary>The same, but 8 KiB at a time: as much as wrk reads at once, whose rates can be held against its.</summary>
    public static StrategyDescriptor DescriptorOfUrlBy8K { get; } = Describe(
        $"{Reader}-8k",
        "GET, read by Socket.Receive, 8 KiB at a time as wrk does",
        options => new GetDrain(options, way: null, most: 8 << 10)) with
    {
        Dimensions = new StrategyDimensions(StrategyRole.Fetch) { Reader = $"{Reader}-8k" },
    };

    private HttpEndPoint EndPoint => options.Endpoint as HttpEndPoint
        ?? throw new ArgumentException($"{options.Endpoint} is not an HTTP address");

    /// <inheritdoc/>
    public ValueTask ConnectAsync(CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        (_isVerifying, _isForeign) = (EndPoint.IsVerifying, EndPoint.IsForeign);
        Open();
        return ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    /// <remarks>Fetches the file of the payload's name, which must have the payload's length; it is not opened here.</remarks>
    public Delivery Transfer(Payload payload)
    {
        if (_isClosed)
        {
            Close();
            Open();
        }

        DrainedSocket drain = _drain
            ?? throw new InvalidOperationException($"{nameof(GetDrain)} is not connected: call {nameof(ConnectAsync)} first");
        drain.Begin(payload.Length);
        _filled = 0;
        drain.Send(RequestFor(payload));
        ResponseHead head = ReadHead(drain, out int length);
        long responded = Stopwatch.GetTimestamp();
        string reason = DownloadAnswer.HasReason(head.Status) ? ReadReason(drain, head, length) : "";
        DownloadAnswer.ThrowUnlessWhole(head.Status, reason, head.Location, EndPoint.Target);
        DownloadAnswer.ThrowUnlessPlain(head.Length, head.Encoding, head.Range, payload.Length, EndPoint.Target);
        var file = new ReceivedFile(payload.Length, _isVerifying || _check.IsDue(payload.Length));
        ReadBody(drain, head, length, ref file);
        bool isInStep = head.KeepsAlive && (head.Length is not null || head.IsChunked);
        drain.End(isInStep);
        _isClosed = !isInStep && _isForeign;
        return file.Confirm(responded);
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        _socket?.Dispose();
        return ValueTask.CompletedTask;
    }

    private void Open()
    {
        _address ??= new HttpAddress(options, EndPoint);
        _socket = _address.Open();
        options.Received?.Add(_socket);
        _drain = new DrainedSocket(_socket, options, _drain, most);
        _isClosed = false;
    }

    private void Close()
    {
        options.Received?.Close(_socket!);
        _socket!.Dispose();
    }

    private static StrategyDescriptor Describe(string id, string mechanism, Func<ConnectionOptions, GetDrain> create) =>
        StrategyDescriptor.For(id, StrategyFamily.Downloads, mechanism, create) with
        {
            Dimensions = new StrategyDimensions(StrategyRole.Fetch) { Reader = Reader },
            SystemCalls = ["recvmsg"],
            TakesWait = true,
            Transports = [Transport.Http],
        };

    private static StrategyDescriptor Describe(ServingWay way) => Describe(
        $"serve-{way.Name}",
        $"{way.Mechanism}; read by Socket.Receive",
        options => new GetDrain(options, way)) with
    {
        Dimensions = new StrategyDimensions(StrategyRole.Fetch) { Serving = way.Name, Reader = Reader },
        // HTTP/1.1 without TLS is all that it speaks.
        Transports = [.. way.Transports.Where(transport => transport is not (Transport.Http2 or Transport.Https or Transport.Https2))],
        Probe = way.Probe,
    };

    private byte[] RequestFor(Payload payload)
    {
        if (!ReferenceEquals(payload, _payload))
        {
            HttpEndPoint endpoint = EndPoint;
            string path = endpoint.Target?.Url.PathAndQuery ?? way!.PathOf(Path.GetFileName(payload.Path));
            string more = endpoint.Target?.HeaderLines() ?? "";
            string authorization = options.Token is { } token ? $"Authorization: {TokenHandler.Scheme} {token}\r\n" : "";
            _request = Encoding.ASCII.GetBytes($"GET {path} HTTP/1.1\r\nHost: {endpoint.Host}\r\n{authorization}{more}\r\n");
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

    /// <summary>Reads the body, in whichever way its end is told; a server of ours always announces its length.</summary>
    private void ReadBody(DrainedSocket drain, in ResponseHead head, int start, ref ReceivedFile file)
    {
        if (head.IsChunked)
        {
            var chunks = new ChunkedBody();
            chunks.Append(drain.Buffer[start.._filled], ref file);
            while (!chunks.IsComplete)
            {
                chunks.Append(drain.Buffer[..drain.Receive(offset: 0)], ref file);
            }

            return;
        }

        file.Append(drain.Buffer[start.._filled]);
        drain.Discard(ref file);
        if (head.Length is null)
        {
            drain.DiscardToEnd(ref file);
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
