using System.Net.Sockets;
using System.Runtime.CompilerServices;
using FileTransfer.Sending;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Sockets;

/// <summary>The asynchronous call of <see cref="FileSender"/>: the methods of <see cref="Adaptive"/>, and no thread waits.</summary>
public sealed class AdaptiveAsync(ConnectionOptions options) : AsyncSocketStrategy(options), IObservingStrategy
{
    private readonly FileSender _sender = options.SharedSender ?? new FileSender();
    private readonly bool _ownsSender = options.SharedSender is null;
    private readonly SentMethods _methods = new();

    /// <summary>Listed in <see cref="StrategyCatalog"/>.</summary>
    public static StrategyDescriptor Descriptor { get; } = StrategyDescriptor.For(
        "adaptive-async",
        StrategyFamily.Sockets,
        "FileSender.SendAsync: by size read and one send(2), send(MSG_MORE) and sendfile(2), or splice(2), "
            + "non-blocking; elsewhere Socket.SendAsync",
        options => new AdaptiveAsync(options)) with
    {
        SystemCalls = ["pread64", "sendfile", "sendto", "splice"],
        Transports = Transport.AnyStream,
        WhenFileGrew = GrownFile.FoundLate,
        ChangesAbove = [(int)FileSender.LargestCoalesced, LinuxSend.SmallestSpliced - 1],
    };

    /// <inheritdoc/>
    public IReadOnlyList<Observation> Observe() => _methods.Observe();

    /// <inheritdoc/>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    protected override async ValueTask<Delivery> TransferAsync(
        FramedConnection connection,
        Payload payload,
        CancellationToken cancellationToken)
    {
        connection.BeginGuard(payload);
        try
        {
            byte[] header = connection.Header(payload.Length);
            SendResult result = await _sender.SendAsync(
                connection.Socket, payload.Path, header, offset: 0, payload.Length, cancellationToken).ConfigureAwait(false);
            _methods.Add(result, payload);
            return await connection.ReadAcknowledgementAsync(payload, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            throw connection.Failed("sending", exception);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw SentMethods.Explain(exception, connection, payload);
        }
        finally
        {
            connection.EndGuard();
        }
    }

    /// <inheritdoc/>
    public override ValueTask DisposeAsync()
    {
        if (_ownsSender)
        {
            _sender.Dispose();
        }

        return base.DisposeAsync();
    }
}
