using FileTransfer.Sending;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Sockets;

/// <summary>The method that the package <see cref="FileSender"/> chooses as the fastest for each size and platform.</summary>
public sealed class Adaptive(ConnectionOptions options) : SocketStrategy(options), IObservingStrategy
{
    private readonly FileSender _sender = new();
    private readonly SentMethods _methods = new();

    /// <summary>Listed in <see cref="StrategyCatalog"/>.</summary>
    public static StrategyDescriptor Descriptor { get; } = StrategyDescriptor.For(
        "adaptive",
        StrategyFamily.Sockets,
        "FileSender: by size read and one send(2), send(MSG_MORE) and sendfile(2), "
        + "or splice(2) through a 1 MiB pipe; elsewhere Socket.SendFile",
        options => new Adaptive(options)) with
    {
        SystemCalls = ["pread64", "sendfile", "sendto", "splice"],
        Transports = Transport.AnyStream,
        WhenFileGrew = GrownFile.FoundLate,
        ChangesAbove = [(int)FileSender.LargestCoalesced, (int)FileSender.LargestInOneStep],
    };

    /// <inheritdoc/>
    public IReadOnlyList<Observation> Observe() => _methods.Observe();

    /// <inheritdoc/>
    protected override Delivery Transfer(FramedConnection connection, Payload payload)
    {
        try
        {
            byte[] header = connection.Header(payload.Length);
            _methods.Add(_sender.Send(connection.Socket, payload.Path, header, offset: 0, payload.Length), payload);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw SentMethods.Explain(exception, connection, payload);
        }

        return connection.ReadAcknowledgement(payload);
    }

    /// <inheritdoc/>
    public override ValueTask DisposeAsync()
    {
        _sender.Dispose();
        return base.DisposeAsync();
    }
}
