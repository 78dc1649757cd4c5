using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Sockets;
using FileTransfer.Strategies.Wire;

namespace MyStrategy;

/// <summary>Reads a buffer from the file, sends it, until the file ends. Change it to what you want to measure.</summary>
public sealed class Loop(ConnectionOptions options) : SocketStrategy(options)
{
    private readonly byte[] _buffer = new byte[64 << 10];

    /// <summary>filetransfer finds every public static StrategyDescriptor.</summary>
    public static StrategyDescriptor Descriptor { get; } = StrategyDescriptor.For(
        "my-strategy",
        StrategyFamily.Sockets,
        "FileStream.Read, Socket.Send, 64 KiB buffer",
        options => new Loop(options)) with
    {
        // As 'filetransfer list --trace' shows them.
        SystemCalls = ["pread64", "sendto"],
        Transports = Transport.AnyStream,
        SendsHeaderAlone = true,
    };

    /// <summary>The clock runs from the first line of this method to its end.</summary>
    protected override Delivery Transfer(FramedConnection connection, Payload payload)
    {
        using FileStream file = PayloadFile.OpenStream(payload);
        connection.Send(connection.Header(payload.Length));
        long left = payload.Length;
        while (left > 0)
        {
            int count = (int)Math.Min(file.Read(_buffer), left);
            if (count == 0)
            {
                throw PayloadChange.Ended(payload, payload.Length - left, file.Length);
            }

            connection.Send(_buffer.AsSpan(0, count));
            left -= count;
        }

        // What the receiver confirmed, never what was sent.
        return connection.ReadAcknowledgement(payload);
    }
}
