using System.Net.Sockets;
using FileTransfer.Sending;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Wire;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Strategies.Sockets;

/// <summary>
/// Double buffering: two reads are in flight, and while one buffer is sent the other one is filled, so that disk and network work at the
/// same time.
/// </summary>
/// <remarks>
/// RandomAccess.ReadAsync is pread(2) on a thread of the pool. For a file in the page cache that costs a change of threads without a
/// benefit (<see cref="Sockets.SendAsync"/>); for one on a disk the thread that waits is not the one that sends. A variant reads past
/// the page cache, as <see cref="DirectRead"/> describes.
/// </remarks>
public sealed class TwoReads(ConnectionOptions options, bool isDirect) : AsyncSocketStrategy(options)
{
    private const int ChunkSize = 1 << 20;

    /// <summary>The header ends where the first chunk begins, aligned and 512 bytes into a page.</summary>
    private const int BufferStart = DirectRead.MemoryAlignment - FrameHeader.Size;

    private readonly KernelBuffer[] _buffers =
    [
        new(FrameHeader.Size + ChunkSize, BufferStart),
        new(FrameHeader.Size + ChunkSize, BufferStart),
    ];

    private readonly Task<int>?[] _reads = new Task<int>?[2];

    /// <summary>Through the page cache.</summary>
    public static StrategyDescriptor Descriptor { get; } = Describe(
        "two-reads",
        "RandomAccess.ReadAsync, two reads of 1 MiB in flight, ValueTask Socket.SendAsync",
        isDirect: false);

    /// <summary>Past the page cache.</summary>
    public static StrategyDescriptor DescriptorDirect { get; } = Describe(
        "direct-read",
        "open with O_DIRECT, RandomAccess.ReadAsync, two reads of 1 MiB in flight into aligned buffers, ValueTask Socket.SendAsync",
        isDirect: true);

    /// <inheritdoc/>
    protected override async ValueTask<Delivery> TransferAsync(
        FramedConnection connection,
        Payload payload,
        CancellationToken cancellationToken)
    {
        using SafeFileHandle file = isDirect ? PayloadFile.OpenDirect(payload) : PayloadFile.OpenHandle(payload);
        connection.BeginGuard(payload);
        try
        {
            await SendAllAsync(connection, payload, file, cancellationToken).ConfigureAwait(false);
            return await connection.ReadAcknowledgementAsync(payload, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            throw connection.Failed("sending", exception);
        }
        finally
        {
            connection.EndGuard();
        }
    }

    private static StrategyDescriptor Describe(string id, string mechanism, bool isDirect) => StrategyDescriptor.For(
        id,
        StrategyFamily.Sockets,
        mechanism,
        options => new TwoReads(options, isDirect)) with
    {
        Probe = isDirect ? Availability.OnLinux("O_DIRECT") : () => Availability.Available,
        SystemCalls = ["pread64", "sendto"],
        Transports = Transport.AnyStream,
        ReadsDirectly = isDirect,
    };

    private static int SizeOf(Payload payload, long chunk) => (int)Math.Min(ChunkSize, payload.Length - (chunk * ChunkSize));

    private async ValueTask SendAllAsync(
        FramedConnection connection,
        Payload payload,
        SafeFileHandle file,
        CancellationToken cancellationToken)
    {
        // At least one chunk: an empty file has one empty chunk.
        long chunks = Math.Max(1, (payload.Length + ChunkSize - 1) / ChunkSize);
        try
        {
            Begin(file, payload, chunk: 0, chunks);
            Begin(file, payload, chunk: 1, chunks);
            connection.Header(payload.Length).CopyTo(_buffers[0].Span);
            for (long chunk = 0; chunk < chunks; chunk++)
            {
                int count = await _reads[chunk % 2]!.ConfigureAwait(false);
                Memory<byte> buffer = _buffers[chunk % 2].Memory;
                ReadOnlyMemory<byte> bytes = chunk == 0
                    ? buffer[..(FrameHeader.Size + count)]
                    : buffer.Slice(FrameHeader.Size, count);
                while (bytes.Length > 0)
                {
                    bytes = bytes[await connection.Socket.SendAsync(bytes, cancellationToken).ConfigureAwait(false)..];
                }

                Begin(file, payload, chunk + 2, chunks);
            }
        }
        finally
        {
            // After a failure reads go on: neither the file may be closed nor a buffer be used again before they have ended.
            foreach (Task<int> read in _reads.OfType<Task<int>>())
            {
                await ((Task)read).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }

            Array.Clear(_reads);
        }
    }

    /// <summary>Begins to read a chunk, if there is such a chunk.</summary>
    private void Begin(SafeFileHandle file, Payload payload, long chunk, long chunks)
    {
        if (chunk < chunks)
        {
            _reads[chunk % 2] = ReadAsync(file, payload, chunk).AsTask();
        }
    }

    /// <summary>Reads a chunk; its length.</summary>
    private async ValueTask<int> ReadAsync(SafeFileHandle file, Payload payload, long chunk)
    {
        int size = SizeOf(payload, chunk);
        long start = chunk * ChunkSize;
        Memory<byte> buffer = _buffers[chunk % 2].Memory[FrameHeader.Size..];
        for (int count = 0; count < size;)
        {
            Memory<byte> rest = buffer[count..(isDirect ? DirectRead.InBlocks(size) : size)];
            int read = await ReadAsync(file, rest, payload, start + count).ConfigureAwait(false);
            count += read;
            // Past the page cache only the end of a file stops a read within a block.
            if (read == 0 || (isDirect && count < size && count % DirectRead.Block != 0))
            {
                throw PayloadChange.Ended(payload, start + count, RandomAccess.GetLength(file));
            }
        }

        return size;
    }

    private async ValueTask<int> ReadAsync(SafeFileHandle file, Memory<byte> buffer, Payload payload, long offset)
    {
        const int Invalid = 22;
        try
        {
            return await RandomAccess.ReadAsync(file, buffer, offset, CancellationToken.None).ConfigureAwait(false);
        }
        catch (IOException exception) when (isDirect && exception.HResult == Invalid)
        {
            throw DirectRead.Refused(payload);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw PayloadFile.Unreadable(payload, offset, exception.Message, exception);
        }
    }
}
