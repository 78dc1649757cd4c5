using System.Runtime.CompilerServices;

namespace FileTransfer.Strategies.Rpc;

/// <summary>Reads a message and throws when it is longer or shorter than announced.</summary>
/// <param name="source">The bytes of the message; stays the caller's.</param>
/// <param name="announced">Announced length in bytes, or null when the server announced none.</param>
/// <param name="most">Longest accepted message, in bytes.</param>
internal sealed class LimitedStream(Stream source, long? announced, long most) : ReadOnlyStream
{
    private long _count;

    /// <inheritdoc/>
    public override int Read(Span<byte> buffer) => buffer.IsEmpty ? 0 : Count(source.Read(buffer));

    /// <inheritdoc/>
    /// <remarks>Pools its state machine, because a long message takes a thousand reads that wait.</remarks>
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
