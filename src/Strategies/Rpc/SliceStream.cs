using System.Runtime.CompilerServices;

namespace FileTransfer.Strategies.Rpc;

/// <summary>Reads a fixed number of bytes of a stream that continues after them.</summary>
/// <param name="source">The longer stream; stays the caller's.</param>
/// <param name="length">Number of bytes to read.</param>
internal sealed class SliceStream(Stream source, long length) : ReadOnlyStream
{
    private long _left = length;

    /// <inheritdoc/>
    public override int Read(Span<byte> buffer) => Take(buffer.Length) is > 0 and int wanted ? Count(source.Read(buffer[..wanted])) : 0;

    /// <inheritdoc/>
    /// <remarks>Pools its state machine, because a long message takes a thousand reads that wait.</remarks>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
        Take(buffer.Length) is > 0 and int wanted
            ? Count(await source.ReadAsync(buffer[..wanted], cancellationToken).ConfigureAwait(false))
            : 0;

    private int Take(int room) => (int)Math.Min(room, _left);

    private int Count(int read)
    {
        _left -= read;
        return read > 0 ? read : throw RpcException.DataLoss($"the answer ended {_left} bytes before its message did");
    }
}
