using System.Runtime.CompilerServices;

namespace FileTransfer.Strategies.Rpc;

/// <summary>Reads a message and refuses more, or less, of it than was announced.</summary>
/// <param name="source">Where it comes from; stays the caller's.</param>
/// <param name="announced">Its length, or null when nobody said.</param>
/// <param name="most">Most bytes it can have.</param>
internal sealed class LimitedStream(Stream source, long? announced, long most) : ReadOnlyStream
{
    private long _count;

    /// <inheritdoc/>
    public override int Read(Span<byte> buffer) => buffer.IsEmpty ? 0 : Count(source.Read(buffer));

    /// <inheritdoc/>
    /// <remarks>Pooled, because a long message takes a thousand reads that have to wait.</remarks>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public override async ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default) =>
        buffer.IsEmpty ? 0 : Count(await source.ReadAsync(buffer, cancellationToken).ConfigureAwait(false));

    private int Count(int read)
    {
        _count += read;
        if (read == 0 && _count < announced)
        {
            throw RpcException.DataLoss($"the message ended after {_count} of the {announced} bytes that were announced");
        }

        if (_count > announced)
        {
            throw RpcException.Malformed($"the message is longer than the {announced} bytes that were announced");
        }

        return _count <= most ? read : throw RpcException.TooLarge("a message", _count, most);
    }
}
