using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Rpc;

/// <summary>Reads the answer into a buffer that grows, and parses it, as most clients do.</summary>
public sealed class RpcReadAll : RpcFetch
{
    private const string Mechanism = "into a MemoryStream that grows, then MessageParser.ParseFrom";

    private RpcReadAll(ConnectionOptions options, RpcCall call)
        : base(options, call)
    {
    }

    /// <summary>Listed in <see cref="StrategyCatalog"/>.</summary>
    public static StrategyDescriptor Descriptor { get; } = Describe(
        "rpc-read-all",
        Mechanism,
        RpcCall.Twirp,
        options => new RpcReadAll(options, RpcCall.Twirp));

    /// <summary>The same with compression.</summary>
    public static StrategyDescriptor DescriptorGzip { get; } = Describe(
        "rpc-gzip-read-all",
        Mechanism,
        RpcCall.TwirpGzip,
        options => new RpcReadAll(options, RpcCall.TwirpGzip));

    /// <summary>The same over gRPC.</summary>
    public static StrategyDescriptor DescriptorGrpc { get; } = Describe(
        "rpc-grpc-read-all",
        Mechanism,
        RpcCall.Grpc,
        options => new RpcReadAll(options, RpcCall.Grpc));

    /// <inheritdoc/>
    private protected override async ValueTask<FetchedField> ReadAsync(MessageBody body, CancellationToken cancellationToken)
    {
        using var buffer = new MemoryStream();
        await body.Stream.CopyToAsync(buffer, cancellationToken).ConfigureAwait(false);
        return FetchedField.Of(FetchedField.Parser.ParseFrom(buffer.GetBuffer(), 0, (int)buffer.Length), body.IsVerifying);
    }
}
