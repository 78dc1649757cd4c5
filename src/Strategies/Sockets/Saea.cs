using System.Net.Sockets;
using System.Runtime.CompilerServices;
using FileTransfer.Sending;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;
using FileTransfer.Strategies.Wire;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Strategies.Sockets;

/// <summary>One SocketAsyncEventArgs for all sends, awaited without allocating; header and first chunk in one send.</summary>
/// <remarks>The file is read synchronously, for the reason given at <see cref="SendAsync"/>.</remarks>
public sealed class Saea : AsyncSocketStrategy
{
    private const int BufferSize = 64 << 10;

    private readonly KernelBuffer _buffer = new(FrameHeader.Size + BufferSize);
    private readonly SocketOperation _operation = new();

    /// <summary>Makes the operation and its buffer.</summary>
    public Saea(ConnectionOptions options)
        : base(options) => _operation.SetBuffer(_buffer.Array, _buffer.Start, _buffer.Length);

    /// <summary>Listed in <see cref="StrategyCatalog"/>.</summary>
    public static StrategyDescriptor Descriptor { get; } = StrategyDescriptor.For(
        "saea",
        StrategyFamily.Sockets,
        "RandomAccess.Read, Socket.SendAsync with one reused SocketAsyncEventArgs, 64 KiB buffer",
        options => new Saea(options)) with
    {
        SystemCalls = ["pread64", "sendto"],
        Transports = Transport.AnyStream,
    };

    /// <inheritdoc/>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    protected override async ValueTask<Delivery> TransferAsync(
        FramedConnection connection,
        Payload payload,
        CancellationToken cancellationToken)
    {
        using SafeFileHandle file = PayloadFile.OpenHandle(payload);
        connection.BeginGuard(payload);
        CancellationTokenRegistration closing = connection.CloseWhenCancelled(cancellationToken);
        try
        {
            connection.Header(payload.Length).CopyTo(_buffer.Span);
            long offset = payload.Length > 0 ? PayloadFile.Read(file, _buffer.Span[FrameHeader.Size..], 0, payload) : 0;
            await SendAllAsync(0, FrameHeader.Size + (int)offset).ConfigureAwait(false);
            while (offset < payload.Length)
            {
                int count = PayloadFile.Read(file, _buffer.Span[FrameHeader.Size..], offset, payload);
                await SendAllAsync(FrameHeader.Size, count).ConfigureAwait(false);
                offset += count;
            }

            return await connection.ReadAcknowledgementAsync(payload, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            cancellationToken.ThrowIfCancellationRequested();
            throw connection.Failed("sending", exception);
        }
        finally
        {
            await closing.DisposeAsync().ConfigureAwait(false);
            connection.EndGuard();
        }
    }

    /// <inheritdoc/>
    public override ValueTask DisposeAsync()
    {
        _operation.Dispose();
        return base.DisposeAsync();
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private async ValueTask SendAllAsync(int start, int count)
    {
        while (count > 0)
        {
            _operation.SetBuffer(_buffer.Start + start, count);
            int sent = await _operation.SendAsync(Connection.Socket).ConfigureAwait(false);
            start += sent;
            count -= sent;
        }
    }
}
