using FileTransfer.Sending;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Sockets;

/// <summary>The loop of the 2009 article: read a buffer from a FileStream, send it, until the file ends.</summary>
public sealed class ReadWrite(ConnectionOptions options, int bufferSize) : SocketStrategy(options)
{
    private readonly KernelBuffer _buffer = new(bufferSize);

    /// <summary>With the buffer of 1,024 bytes that the article used.</summary>
    public static StrategyDescriptor Descriptor1K { get; } = Describe("read-write-1k", "1 KiB", 1 << 10);

    /// <summary>The same loop with a tuned buffer of 64 KiB.</summary>
    public static StrategyDescriptor Descriptor64K { get; } = Describe("read-write-64k", "64 KiB", 64 << 10);

    /// <summary>The same loop with a buffer of 1 MiB.</summary>
    public static StrategyDescriptor Descriptor1M { get; } = Describe("read-write-1m", "1 MiB", 1 << 20);

    /// <inheritdoc/>
    protected override Delivery Transfer(FramedConnection connection, Payload payload)
    {
        using FileStream file = PayloadFile.OpenStream(payload);
        connection.Send(connection.Header(payload.Length));
        long left = payload.Length;
        while (left > 0)
        {
            // Always pass the whole buffer: for a read of less than 4 KiB FileStream would allocate its own buffer.
            int count = (int)Math.Min(file.Read(_buffer.Array, _buffer.Start, bufferSize), left);
            if (count == 0)
            {
                throw PayloadChange.Ended(payload, payload.Length - left, file.Length);
            }

            connection.Send(_buffer.Span[..count]);
            left -= count;
        }

        return connection.ReadAcknowledgement(payload);
    }

    private static StrategyDescriptor Describe(string id, string buffer, int bufferSize) => StrategyDescriptor.For(
        id,
        StrategyFamily.Sockets,
        $"FileStream.Read, Socket.Send, {buffer} buffer",
        options => new ReadWrite(options, bufferSize)) with
    {
        SystemCalls = ["pread64", "sendto"],
        Transports = Transport.AnyStream,
        WhenFileGrew = GrownFile.CutOff,
        SendsHeaderAlone = true,
        Allocates = bufferSize < 4096 ? AllocatingApi.BufferedFileStream : AllocatingApi.FileStream,
    };
}
