using System.Buffers;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Rpc;

/// <summary>Reads the answer into a buffer from a pool, parses it, and returns the buffer.</summary>
public sealed class RpcPooled : RpcFetch
{
    private const int FirstBuffer = 64 << 10;
    private const string Mechanism = "into a buffer of ArrayPool.Shared, then MessageParser.ParseFrom";

    private readonly ArrayPool<byte> _pool;

    /// <summary>Makes the strategy with the caller's pool.</summary>
    internal RpcPooled(ConnectionOptions options, RpcCall call, ArrayPool<byte> pool)
        : base(options, call) => _pool = pool;

    /// <summary>Listed in <see cref="StrategyCatalog"/>.</summary>
    public static StrategyDescriptor Descriptor { get; } = Describe(
        "rpc-pooled",
        Mechanism,
        RpcCall.Twirp,
        options => new RpcPooled(options, RpcCall.Twirp, ArrayPool<byte>.Shared));

    /// <summary>The same with compression.</summary>
    public static StrategyDescriptor DescriptorGzip { get; } = Describe(
        "rpc-gzip-pooled",
        Mechanism,
        RpcCall.TwirpGzip,
        options => new RpcPooled(options, RpcCall.TwirpGzip, ArrayPool<byte>.Shared));

    /// <summary>The same over gRPC.</summary>
    public static StrategyDescriptor DescriptorGrpc { get; } = Describe(
        "rpc-grpc-pooled",
        Mechanism,
        RpcCall.Grpc,
        options => new RpcPooled(options, RpcCall.Grpc, ArrayPool<byte>.Shared));

    /// <inheritdoc/>
    private protected override async ValueTask<FetchedField> ReadAsync(MessageBody body, CancellationToken cancellationToken)
    {
        byte[] buffer = _pool.Rent(body.Announced ?? FirstBuffer);
        try
        {
            int filled = 0;
            while (filled != body.Announced)
            {
                if (filled == buffer.Length)
                {
                    // LimitedStream has thrown for a message above the limit, so that the new buffer is always larger by at least one byte.
                    byte[] larger = _pool.Rent((int)Math.Min(2L * filled, body.Most + 1L));
                    buffer.AsSpan(0, filled).CopyTo(larger);
                    (buffer, byte[] smaller) = (larger, buffer);
                    _pool.Return(smaller);
                }

                int count = await body.Stream.ReadAsync(buffer.AsMemory(filled), cancellationToken).ConfigureAwait(false);
                if (count == 0)
                {
                    break;
                }

                filled += count;
            }

            return FetchedField.Of(FetchedField.Parser.ParseFrom(buffer, 0, filled), body.IsVerifying);
        }
        finally
        {
            _pool.Return(buffer);
        }
    }
}
