using System.Diagnostics;
using System.Text;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Downloads;

/// <summary>
/// Asks a server for a file by a frame with its path, and discards the framed file that comes back, over one blocking socket.
/// </summary>
/// <remarks>
/// What <see cref="GetDrain"/> does without HTTP, for programs that own both ends. Allocates nothing per file.
/// </remarks>
public sealed class FetchDrain(ConnectionOptions options, ServingWay way) : ISyncTransferStrategy
{
    private const string Reader = "fetch-drain";

    private readonly SpotCheck _check = new();
    private FramedConnection? _connection;
    private DrainedSocket? _drain;
    private Payload? _payload;
    private byte[] _request = [];
    private bool _isVerifying;

    /// <summary>One for every way of a server on sockets alone.</summary>
    public static IReadOnlyList<StrategyDescriptor> Descriptors { get; } = [.. ServingWay.OnSockets.Select(Describe)];

    /// <inheritdoc/>
    public ValueTask ConnectAsync(CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        FetchEndPoint endpoint = options.Endpoint as FetchEndPoint
            ?? throw new ArgumentException($"{options.Endpoint} is no address of a receiver that files are fetched from");
        _isVerifying = endpoint.IsVerifying;
        _connection = FramedConnection.Connect(options with { Endpoint = endpoint.Address });
        options.Received?.Add(_connection.Socket);
        _drain = new DrainedSocket(_connection.Socket, options);
        return ValueTask.CompletedTask;
    }

    /// <inheritdoc/>
    /// <remarks>Fetches the file of the payload's name, which must have the payload's length; it is not opened here.</remarks>
    public Delivery Transfer(Payload payload)
    {
        DrainedSocket drain = _drain
            ?? throw new InvalidOperationException($"{nameof(FetchDrain)} is not connected: call {nameof(ConnectAsync)} first");
        drain.Begin(payload.Length);
        drain.Send(RequestFor(payload));
        int filled = 0;
        while (filled < FrameHeader.Size)
        {
            filled += drain.Receive(filled);
        }

        long responded = Stopwatch.GetTimestamp();
        long announced = FrameHeader.Read(drain.Buffer);
        if (announced < 0)
        {
            DownloadAnswer.ThrowUnlessWhole((int)Math.Min(-(announced + 1), int.MaxValue - 1) + 1, "");
        }

        DownloadAnswer.ThrowUnlessPlain(announced, encoding: "", part: "", payload.Length);
        var file = new ReceivedFile(payload.Length, _isVerifying || _check.IsDue(payload.Length));
        file.Append(drain.Buffer[FrameHeader.Size..filled]);
        drain.Discard(ref file);
        drain.End(isInStep: true);
        return file.Confirm(responded);
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        _connection?.Dispose();
        return ValueTask.CompletedTask;
    }

    private static StrategyDescriptor Describe(ServingWay way) => StrategyDescriptor.For(
        $"fetch-{way.Name}",
        StrategyFamily.Downloads,
        $"{way.Mechanism}, framed; read by Socket.Receive",
        options => new FetchDrain(options, way)) with
    {
        Dimensions = new StrategyDimensions(StrategyRole.Fetch) { Serving = way.Name, Reader = Reader },
        SystemCalls = ["recvmsg"],
        TakesWait = true,
        Transports = [Transport.TcpFetch],
        Probe = way.Probe,
    };

    private byte[] RequestFor(Payload payload)
    {
        if (!ReferenceEquals(payload, _payload))
        {
            byte[] path = Encoding.ASCII.GetBytes(way.PathOf(Path.GetFileName(payload.Path)));
            _request = new byte[FrameHeader.Size + path.Length];
            FrameHeader.Write(_request, path.Length);
            path.CopyTo(_request, FrameHeader.Size);
            _payload = payload;
        }

        return _request;
    }
}
