using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Rpc;

/// <summary>Reads the answer into a buffer of its announced length, and parses it.</summary>
public sealed class RpcPresized : RpcFetch
{
    private RpcPresized(ConnectionOptions options, RpcCall call)
        : base(options, call)
    {
    }

    /// <summary>Listed in <see cref="StrategyCatalog"/>.</summary>
    public static StrategyDescriptor Descriptor { get; } = Describe(
        "rpc-presized",
        "into an array of Content-Length bytes, then MessageParser.ParseFrom",
        RpcCall.Twirp,
        options => new RpcPresized(options, RpcCall.Twirp));

    /// <summary>With compression; the uncompressed length is in an additional header.</summary>
    public static StrategyDescriptor DescriptorGzipHint { get; } = Describe(
        "rpc-gzip-presized-hint",
        $"into an array of {RpcContract.UncompressedLength} bytes, then MessageParser.ParseFrom",
        RpcCall.TwirpGzip,
        options => new RpcPresized(options, RpcCall.TwirpGzip));

    /// <inheritdoc/>
    private protected override async ValueTask<FetchedField> ReadAsync(MessageBody body, CancellationToken cancellationToken)
    {
        byte[] buffer = GC.AllocateUninitializedArray<byte>(body.RequireAnnounced());
        int count = await body.Stream
            .ReadAtLeastAsync(buffer, buffer.Length, throwOnEndOfStream: false, cancellationToken)
            .ConfigureAwait(false);
        return FetchedField.Of(FetchedField.Parser.ParseFrom(buffer, 0, count), body.IsVerifying);
    }
}
