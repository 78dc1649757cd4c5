using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Sockets;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.OwnStrategies;

/// <summary>Reads a buffer, sends it, until the file ends.</summary>
public sealed class MyLoop(ConnectionOptions options) : SocketStrategy(options)
{
    private readonly byte[] _buffer = new byte[32 << 10];

    /// <summary>What the program looks for.</summary>
    public static StrategyDescriptor Descriptor { get; } = StrategyDescriptor.For(
        "my-loop", StrategyFamily.Sockets, "FileStream.Read, Socket.Send, 32 KiB buffer", options => new MyLoop(options)) with
    {
        SystemCalls = ["pread64", "sendto"],
        Transports = Transport.AnyStream,
    };

    /// <inheritdoc/>
    protected override Delivery Transfer(FramedConnection connection, Payload payload)
    {
        using FileStream file = PayloadFile.OpenStream(payload);
        connection.Send(connection.Header(payload.Length));
        while (file.Read(_buffer) is > 0 and int count)
        {
            connection.Send(_buffer.AsSpan(0, count));
        }

        return connection.ReadAcknowledgement(payload);
    }
}
