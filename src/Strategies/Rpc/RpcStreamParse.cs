using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Rpc;

/// <summary>Parses the answer while it comes, by a CodedInputStream over it, which reads synchronously.</summary>
public sealed class RpcStreamParse : RpcFetch
{
    private const string Mechanism = "CodedInputStream over the response stream";

    /// <summary>The first for what HttpClient receives on its own, the second for a synchronous read.</summary>
    private static readonly string[] s_systemCalls = ["recvfrom", "recvmsg"];

    private RpcStreamParse(ConnectionOptions options, RpcCall call)
        : base(options, call)
    {
    }

    /// <summary>Listed in <see cref="StrategyCatalog"/>.</summary>
    public static StrategyDescriptor Descriptor { get; } = Describe("rpc-stream-parse", Mechanism, RpcCall.Twirp, options => new RpcStreamParse(options, RpcCall.Twirp)) with { SystemCalls = s_systemCalls };

    /// <summary>The same, compressed.</summary>
    public static StrategyDescriptor DescriptorGzip { get; } = Describe("rpc-gzip-stream", Mechanism, RpcCall.TwirpGzip, options => new RpcStreamParse(options, RpcCall.TwirpGzip)) with { SystemCalls = s_systemCalls };

    /// <inheritdoc/>
    private protected override ValueTask<FetchedField> ReadAsync(MessageBody body, CancellationToken cancellationToken)
    {
        // A synchronous read knows no token: what ends it early is that its connection is closed.
        using CancellationTokenRegistration closing = cancellationToken.Register(static answer => ((IDisposable)answer!).Dispose(), body.Answer);
        try
        {
            // With a CodedInputStream of one's own, Google.Protobuf does not look whether the message ended where it should.
            return ValueTask.FromResult(FetchedField.Of(FetchedField.Parser.ParseFrom(body.Stream), body.IsVerifying));
        }
        // What looks cut off then was cut off by the closing.
        catch (Exception exception) when (cancellationToken.IsCancellationRequested && exception is not RpcException { Code: not RpcCode.DataLoss })
        {
            throw new OperationCanceledException("the answer did not come in time", exception, cancellationToken);
        }
    }
}
