using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Rpc;

/// <summary>Parses the answer while it arrives, with a CodedInputStream over the response, which reads synchronously.</summary>
public sealed class RpcStreamParse : RpcFetch
{
    private const string Mechanism = "CodedInputStream over the response stream";

    /// <summary>recvfrom for HttpClient's own receives, recvmsg for a synchronous read.</summary>
    private static readonly string[] s_systemCalls = ["recvfrom", "recvmsg"];

    private RpcStreamParse(ConnectionOptions options, RpcCall call)
        : base(options, call)
    {
    }

    /// <summary>Listed in <see cref="StrategyCatalog"/>.</summary>
    public static StrategyDescriptor Descriptor { get; } =
        Describe("rpc-stream-parse", Mechanism, RpcCall.Twirp, options => new RpcStreamParse(options, RpcCall.Twirp)) with
        {
            SystemCalls = s_systemCalls,
        };

    /// <summary>The same with compression.</summary>
    public static StrategyDescriptor DescriptorGzip { get; } =
        Describe("rpc-gzip-stream", Mechanism, RpcCall.TwirpGzip, options => new RpcStreamParse(options, RpcCall.TwirpGzip)) with
        {
            SystemCalls = s_systemCalls,
        };

    /// <inheritdoc/>
    private protected override ValueTask<FetchedField> ReadAsync(MessageBody body, CancellationToken cancellationToken)
    {
        // A synchronous read takes no token: only closing the connection ends it early.
        using CancellationTokenRegistration closing = cancellationToken.Register(
            static answer => ((IDisposable)answer!).Dispose(),
            body.Answer);
        try
        {
            // ParseFrom makes the CodedInputStream: with a caller's, Google.Protobuf does not check that the message is complete.
            return ValueTask.FromResult(FetchedField.Of(FetchedField.Parser.ParseFrom(body.Stream), body.IsVerifying));
        }
        // After a cancellation an incomplete message is the result of closing the connection, and not a cause to name: a
        // TransferException among the causes would be taken for what went wrong.
        catch (Exception exception)
            when (cancellationToken.IsCancellationRequested && exception is not RpcException { Code: not RpcCode.DataLoss })
        {
            throw new OperationCanceledException("the answer did not come in time", cancellationToken);
        }
    }
}
