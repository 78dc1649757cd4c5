using System.Net.Sockets;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Sockets;

/// <summary>The method that <see cref="FileSender"/> chooses as the fastest for each size and platform.</summary>
public sealed class Adaptive(ConnectionOptions options) : SocketStrategy(options)
{
    private readonly FileSender _sender = new();

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
        // FileSender compares the lengths before it sends anything, but the frame has begun by then: it takes the header as an argument.
        WhenFileGrew = GrownFile.FoundLate,
        ChangesAbove = [(int)FileSender.LargestCoalesced, (int)FileSender.LargestInOneStep],
    };

    /// <inheritdoc/>
    protected override Delivery Transfer(FramedConnection connection, Payload payload)
    {
        try
        {
            _sender.Send(connection.Socket, connection.Header(payload.Length), payload.Path, payload.Length);
        }
        catch (SocketException exception)
        {
            throw connection.Failed("sending", exception);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            if (File.Exists(payload.Path))
            {
                PayloadChange.ThrowIfChanged(payload);
            }

            throw PayloadFile.Unreadable(payload, exception.Message, exception);
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
