using Google.Protobuf;

namespace FileTransfer.Strategies.Rpc;

/// <summary>Parses the answer while it comes, by a CodedInputStream over it, which reads synchronously.</summary>
public sealed class RpcStreamParse : RpcFetch
{
    private const string Mechanism = "CodedInputStream over the response stream";
    private const int DeepestMessage = 100;

    private RpcStreamParse(ConnectionOptions options, RpcCall call)
        : base(options, call)
    {
    }

    /// <summary>Listed in <see cref="StrategyCatalog"/>.</summary>
    public static StrategyDescriptor Descriptor { get; } = Describe("rpc-stream-parse", Mechanism, RpcCall.Twirp, options => new RpcStreamParse(options, RpcCall.Twirp));

    /// <summary>The same, compressed.</summary>
    public static StrategyDescriptor DescriptorGzip { get; } = Describe("rpc-gzip-stream", Mechanism, RpcCall.TwirpGzip, options => new RpcStreamParse(options, RpcCall.TwirpGzip));

    /// <inheritdoc/>
    private protected override ValueTask<FetchedField> ReadAsync(MessageBody body, CancellationToken cancellationToken)
    {
        // A synchronous read knows no token: what ends it early is that its connection is closed.
        using CancellationTokenRegistration closing = cancellationToken.Register(static answer => ((IDisposable)answer!).Dispose(), body.Answer);
        try
        {
            using var input = CodedInputStream.CreateWithLimits(body.Stream, body.Most, DeepestMessage);
            return ValueTask.FromResult(FetchedField.Of(FetchResponse.Parser.ParseFrom(input), body.IsVerifying));
        }
        catch (Exception exception) when (cancellationToken.IsCancellationRequested && exception is not RpcException)
        {
            throw new OperationCanceledException("the answer did not come in time", exception, cancellationToken);
        }
    }
}
