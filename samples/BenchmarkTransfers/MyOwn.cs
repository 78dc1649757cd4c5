using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Sockets;
using FileTransfer.Strategies.Wire;
using Microsoft.Win32.SafeHandles;

/// <summary>Reads the file in chunks of 128 KiB and sends each chunk.</summary>
public sealed class MyOwn(ConnectionOptions options) : SocketStrategy(options)
{
    private readonly byte[] _buffer = new byte[128 << 10];

    /// <summary>Found by its type: a public static property of a public class.</summary>
    public static StrategyDescriptor Descriptor { get; } = StrategyDescriptor.For(
        "my-own", StrategyFamily.Sockets, "RandomAccess.Read, Socket.Send, 128 KiB buffer", options => new MyOwn(options));

    /// <inheritdoc/>
    protected override Delivery Transfer(FramedConnection connection, Payload payload)
    {
        using SafeFileHandle file = PayloadFile.OpenHandle(payload);
        connection.Send(connection.Header(payload.Length));
        for (long offset = 0; offset < payload.Length;)
        {
            int count = PayloadFile.Read(file, _buffer, offset, payload);
            connection.Send(_buffer.AsSpan(0, count));
            offset += count;
        }

        return connection.ReadAcknowledgement(payload);
    }
}
