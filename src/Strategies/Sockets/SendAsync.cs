using System.Buffers;
using System.Net.Sockets;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Wire;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Strategies.Sockets;

/// <summary>The modern asynchronous loop: a pooled buffer and Socket.SendAsync, header and first chunk in one send.</summary>
/// <remarks>
/// The file is read synchronously on purpose. .NET has no asynchronous file I/O on Unix: RandomAccess.ReadAsync is the
/// same pread(2) on another thread, and the pages are in the cache, so that each chunk would cost a change of threads without a benefit.
/// </remarks>
/// <param name="options">Where and how to connect.</param>
/// <param name="pool">The pool from which each transfer rents its buffer.</param>
public sealed class SendAsync(ConnectionOptions options, ArrayPool<byte> pool) : AsyncSocketStrategy(options)
{
    private const int BufferSize = 64 << 10;

    /// <summary>Listed in <see cref="StrategyCatalog"/>.</summary>
    public static StrategyDescriptor Descriptor { get; } = StrategyDescriptor.For(
        "send-async",
        StrategyFamily.Sockets,
        "RandomAccess.Read, ValueTask Socket.SendAsync, pooled buffer, 64 KiB",
        options => new SendAsync(options, ArrayPool<byte>.Shared)) with
    {
        SystemCalls = ["pread64", "sendto"],
        Transports = Transport.AnyStream,
    };

    /// <inheritdoc/>
    protected override async ValueTask<Delivery> TransferAsync(
        FramedConnection connection,
        Payload payload,
        CancellationToken cancellationToken)
    {
        using SafeFileHandle file = PayloadFile.OpenHandle(payload);
        connection.BeginGuard(payload);
        try
        {
            // The buffer can be returned to the pool at the end: every send from it is awaited at once.
            byte[] buffer = pool.Rent(FrameHeader.Size + BufferSize);
            try
            {
                await SendAllAsync(buffer.AsMemory(0, FrameHeader.Size + BufferSize), file, payload, cancellationToken).ConfigureAwait(
                    false);
            }
            finally
            {
                pool.Return(buffer);
            }

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

    private async ValueTask SendAllAsync(Memory<byte> buffer, SafeFileHandle file, Payload payload, CancellationToken cancellationToken)
    {
        Connection.Header(payload.Length).CopyTo(buffer);
        Memory<byte> chunk = buffer[FrameHeader.Size..];
        long offset = payload.Length > 0 ? PayloadFile.Read(file, chunk.Span, 0, payload) : 0;
        await SendAllAsync(buffer[..(FrameHeader.Size + (int)offset)], cancellationToken).ConfigureAwait(false);
        while (offset < payload.Length)
        {
            int count = PayloadFile.Read(file, chunk.Span, offset, payload);
            await SendAllAsync(chunk[..count], cancellationToken).ConfigureAwait(false);
            offset += count;
        }
    }

    private async ValueTask SendAllAsync(ReadOnlyMemory<byte> bytes, CancellationToken cancellationToken)
    {
        while (bytes.Length > 0)
        {
            bytes = bytes[await Connection.Socket.SendAsync(bytes, cancellationToken).ConfigureAwait(false)..];
        }
    }
}
