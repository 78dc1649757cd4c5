using FileTransfer.Sending;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Wire;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Strategies.Sockets;

/// <summary>
/// Reads the file into the buffer behind the header, sends header and first chunk coalesced in one call, then the rest chunk by
/// chunk.
/// </summary>
/// <remarks>A file that fits the buffer takes one read and one send, and one segment if the link can carry it.</remarks>
public sealed class Coalesced(ConnectionOptions options, int bufferSize, bool isKept) : SocketStrategy(options)
{
    private readonly KernelBuffer _buffer = new(FrameHeader.Size + bufferSize);
    private readonly HandleFile _file = new(isKept);

    /// <summary>With a buffer of 64 KiB, the file opened at every transfer.</summary>
    public static StrategyDescriptor Descriptor64K { get; } = Describe("coalesced-64k", "64 KiB", 64 << 10, isKept: false);

    /// <summary>With a buffer of 256 KiB, the file opened at every transfer.</summary>
    public static StrategyDescriptor Descriptor256K { get; } = Describe("coalesced-256k", "256 KiB", 256 << 10, isKept: false);

    /// <summary>With a buffer of 1 MiB, the file opened at every transfer.</summary>
    public static StrategyDescriptor Descriptor1M { get; } = Describe("coalesced-1m", "1 MiB", 1 << 20, isKept: false);

    /// <summary>With a buffer of 64 KiB, the file kept open.</summary>
    public static StrategyDescriptor Descriptor64KKept { get; } = Describe("coalesced-64k-kept", "64 KiB", 64 << 10, isKept: true);

    /// <summary>With a buffer of 256 KiB, the file kept open.</summary>
    public static StrategyDescriptor Descriptor256KKept { get; } = Describe("coalesced-256k-kept", "256 KiB", 256 << 10, isKept: true);

    /// <summary>With a buffer of 1 MiB, the file kept open.</summary>
    public static StrategyDescriptor Descriptor1MKept { get; } = Describe("coalesced-1m-kept", "1 MiB", 1 << 20, isKept: true);

    /// <inheritdoc/>
    protected override Delivery Transfer(FramedConnection connection, Payload payload)
    {
        try
        {
            SafeFileHandle file = _file.BeginTransfer(payload);
            connection.Header(payload.Length).CopyTo(_buffer.Span);
            Span<byte> chunk = _buffer.Span[FrameHeader.Size..];
            long offset = payload.Length > 0 ? PayloadFile.Read(file, chunk, 0, payload) : 0;
            connection.Send(_buffer.Span[..(FrameHeader.Size + (int)offset)]);
            while (offset < payload.Length)
            {
                int count = PayloadFile.Read(file, chunk, offset, payload);
                connection.Send(chunk[..count]);
                offset += count;
            }

            return connection.ReadAcknowledgement(payload);
        }
        finally
        {
            _file.EndTransfer();
        }
    }

    /// <inheritdoc/>
    public override ValueTask DisposeAsync()
    {
        _file.Dispose();
        return base.DisposeAsync();
    }

    private static StrategyDescriptor Describe(string id, string buffer, int bufferSize, bool isKept) => StrategyDescriptor.For(
        id,
        StrategyFamily.Sockets,
        $"RandomAccess.Read behind the header, one Socket.Send for both, {buffer} buffer{(isKept ? ", file kept open" : "")}",
        options => new Coalesced(options, bufferSize, isKept)) with
    {
        SystemCalls = ["pread64", "sendto"],
        Transports = Transport.AnyStream,
        Holds = isKept ? FileHolding.Kept : FileHolding.PerTransfer,
        Allocates = isKept ? AllocatingApi.None : AllocatingApi.FileHandle,
    };
}
