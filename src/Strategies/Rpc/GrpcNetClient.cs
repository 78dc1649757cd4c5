using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Http;
using Google.Protobuf;
using Grpc.Core;
using Grpc.Net.Client;

namespace FileTransfer.Strategies.Rpc;

/// <summary>A generated client over Grpc.Net.Client, on one connection, opened and counted like those of the other strategies.</summary>
internal sealed class GrpcNetClient : IDisposable
{
    private readonly HttpClientConnection _connection;
    private readonly GrpcChannel _channel;
    private readonly GrpcPayloads.GrpcPayloadsClient _client;
    private readonly int _mostMessage;

    /// <param name="options">The server, and the options of HttpClient.</param>
    /// <param name="mostMessage">Longest message that the channel accepts, in bytes (MaxReceiveMessageSize).</param>
    public GrpcNetClient(ConnectionOptions options, int mostMessage)
    {
        _mostMessage = mostMessage;
        _connection = new HttpClientConnection(options, inFlight: 1, CallSentOnce.Begin);
        _channel = GrpcChannel.ForAddress(((HttpEndPoint)options.Endpoint).Address, new GrpcChannelOptions
        {
            // The connection owns the handler. Without a ServiceConfig the library retries no call.
            HttpHandler = _connection.Handler,
            MaxReceiveMessageSize = mostMessage,
            // Time limits and cancellation then throw the same exceptions as in the other strategies.
            ThrowOperationCanceledOnCancellation = true,
        });
        _client = new GrpcPayloads.GrpcPayloadsClient(_channel);
    }

    /// <summary>A call of the generated client.</summary>
    public delegate ValueTask<Delivery> Call(GrpcPayloads.GrpcPayloadsClient client, CancellationToken cancellationToken);

    /// <summary>Opens the connection.</summary>
    /// <exception cref="TransferException">The server cannot be reached, or is not the expected one.</exception>
    public ValueTask OpenAsync(CancellationToken cancellationToken) => _connection.OpenAsync(cancellationToken);

    /// <summary>Makes a call that brings <paramref name="length"/> bytes.</summary>
    /// <exception cref="RpcException">The call failed.</exception>
    public async ValueTask<Delivery> CallAsync(long length, Call call, CancellationToken cancellationToken)
    {
        try
        {
            return await _connection.CallAsync(length, token => MakeAsync(call, length, token), cancellationToken).ConfigureAwait(false);
        }
        catch (TransferException exception) when (exception is not RpcException)
        {
            throw new RpcException(RpcCode.Of(exception.Kind), exception.Kind, exception.Message, exception);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _channel.Dispose();
        _connection.Dispose();
    }

    private async ValueTask<Delivery> MakeAsync(Call call, long length, CancellationToken cancellationToken)
    {
        try
        {
            return await call(_client, cancellationToken).ConfigureAwait(false);
        }
        catch (Grpc.Core.RpcException exception)
        {
            throw Translate(exception, length);
        }
    }

    /// <summary>Converts the library's exception to an RpcException; the connection itself converts its own failures.</summary>
    private Exception Translate(Grpc.Core.RpcException exception, long length)
    {
        for (Exception? cause = exception.Status.DebugException; cause is not null; cause = cause.InnerException)
        {
            switch (cause)
            {
                // Before IOException, its base class.
                case InvalidProtocolBufferException:
                    return RpcException.Malformed($"the message cannot be read: {cause.Message}", exception);
                case InvalidDataException:
                    return RpcException.DataLoss($"the message is damaged, or cut off: {cause.Message}", exception);
                case TransferException or HttpRequestException or IOException or OperationCanceledException:
                    return cause;
            }
        }

        string advice = exception.StatusCode == StatusCode.ResourceExhausted
            ? $"; {length} bytes of data were asked for, and the client takes messages of up to {_mostMessage} bytes: "
                + "raise MaxReceiveMessageSize, or stream"
            : "";
        return new RpcException(
            RpcCode.OfGrpc((int)exception.StatusCode),
            TransferErrorKind.Rejected,
            $"grpc-status {(int)exception.StatusCode}: {UploadAnswer.Excerpt(exception.Status.Detail)}{advice}",
            exception);
    }
}
