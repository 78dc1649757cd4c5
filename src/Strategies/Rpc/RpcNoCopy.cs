using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Rpc;

/// <summary>Parses the wire format itself and passes the data on piece by piece as it arrives, without collecting it.</summary>
/// <remarks>Over HTTP/2 HttpClient collects unread data in its own buffers: up to 16 MB once a stream is fast.</remarks>
public sealed class RpcNoCopy : RpcFetch
{
    private readonly byte[] _buffer = new byte[256 << 10];

    private RpcNoCopy(ConnectionOptions options, RpcCall call)
        : base(options, call)
    {
    }

    /// <summary>Listed in <see cref="StrategyCatalog"/>.</summary>
    public static StrategyDescriptor Descriptor { get; } = Describe(
        "rpc-no-copy",
        "tags and lengths parsed in one buffer of 256 KiB, the data passed on from there",
        RpcCall.Twirp,
        options => new RpcNoCopy(options, RpcCall.Twirp));

    /// <inheritdoc/>
    private protected override async ValueTask<FetchedField> ReadAsync(MessageBody body, CancellationToken cancellationToken)
    {
        var message = new FetchResponseWalker(body.IsVerifying, body.Most);
        while (await body.Stream.ReadAsync(_buffer, cancellationToken).ConfigureAwait(false) is > 0 and int count)
        {
            message.Append(_buffer.AsSpan(0, count));
        }

        return message.Complete();
    }
}
