using System.Diagnostics;
using System.Net.Http.Headers;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Http;
using FileTransfer.Strategies.Wire;
using Google.Protobuf;

namespace FileTransfer.Strategies.Rpc;

/// <summary>Base class of the RPC clients: makes the call, limits the answer, and converts errors of the server to exceptions.</summary>
/// <remarks>A client never takes more than a megabyte beyond what it asked for, whatever the answer announces or unpacks to.</remarks>
public abstract class RpcFetch : IAsyncTransferStrategy, IObservingStrategy
{
    private readonly SpotCheck _check = new();
    private readonly ConnectionOptions _options;
    private readonly RpcCall _call;
    private readonly RpcAnswer _answer;
    private readonly bool _isVerifying;

    private HttpClientConnection? _connection;

    private protected RpcFetch(ConnectionOptions options, RpcCall call)
    {
        _options = options;
        _call = call;
        _answer = new RpcAnswer(call, ReadAsync);
        _isVerifying = options.Endpoint is HttpEndPoint { IsVerifying: true };
    }

    /// <inheritdoc/>
    public async ValueTask ConnectAsync(CancellationToken cancellationToken)
    {
        _connection = new HttpClientConnection(_options, inFlight: 1);
        await _connection.OpenAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    /// <remarks>Fetches as many bytes as the payload is long; its file is not opened.</remarks>
    /// <exception cref="RpcException">Something else came, or nothing.</exception>
    public async ValueTask<Delivery> TransferAsync(Payload payload, CancellationToken cancellationToken)
    {
        HttpClientConnection connection = _connection
            ?? throw new InvalidOperationException($"{GetType().Name} is not connected: call {nameof(ConnectAsync)} first");
        using HttpRequestMessage request = Request(connection, payload);
        try
        {
            return await connection
                .SendAsync(
                    request,
                    payload.Length,
                    (response, token) => ReadAnswerAsync(response, payload.Length, token),
                    cancellationToken)
                .ConfigureAwait(false);
        }
        catch (TransferException exception) when (exception is not RpcException)
        {
            throw new RpcException(RpcCode.Of(exception.Kind), exception.Kind, exception.Message, exception);
        }
    }

    /// <inheritdoc/>
    public IReadOnlyList<Observation> Observe()
    {
        Observation peak = Observation.PeakOfThisProcess();
        return _answer.CompressionRatio is { } ratio
            ? [peak, new Observation(Observation.CompressionRatio, Math.Round(ratio, 3), "")]
            : [peak];
    }

    /// <inheritdoc/>
    public virtual ValueTask DisposeAsync()
    {
        _connection?.Dispose();
        GC.SuppressFinalize(this);
        return ValueTask.CompletedTask;
    }

    /// <summary>Describes a client.</summary>
    private protected static StrategyDescriptor Describe<TStrategy>(
        string id,
        string mechanism,
        RpcCall call,
        Func<ConnectionOptions, TStrategy> create)
        where TStrategy : RpcFetch =>
        StrategyDescriptor.For(
            id,
            StrategyFamily.Rpc,
            $"{(call.IsGrpc ? "gRPC" : call.IsGzip ? "Twirp, gzip" : "Twirp")}: {mechanism}",
            create) with
        {
            Dimensions = new StrategyDimensions(StrategyRole.Fetch) { Encoding = EncodingOf(call), Reader = ReaderOf(id, call) },
            SystemCalls = ["recvfrom"],
            Transports = call.IsGrpc
                ? [Transport.Http2, Transport.Https2]
                : [Transport.Http, Transport.Http2, Transport.Https, Transport.Https2, Transport.HttpDefault],
            AcceptedSizes = new PayloadSizes(0, RpcContract.LongestData),
        };

    private static string EncodingOf(RpcCall call) => call.IsGrpc ? "gRPC" : call.IsGzip ? "gzip" : "plain";

    /// <summary>What remains of the id when what the encoding says is left out.</summary>
    private static string ReaderOf(string id, RpcCall call) => id["rpc-".Length..][(call.IsGrpc || call.IsGzip ? "gzip-".Length : 0)..];

    /// <summary>Reads the message.</summary>
    /// <exception cref="RpcException">The body is not a valid message.</exception>
    /// <exception cref="InvalidProtocolBufferException">The body is not a valid message.</exception>
    /// <exception cref="InvalidDataException">It cannot be unpacked.</exception>
    private protected abstract ValueTask<FetchedField> ReadAsync(MessageBody body, CancellationToken cancellationToken);

    private HttpRequestMessage Request(HttpClientConnection connection, Payload payload)
    {
        byte[] message = new FetchRequest { Length = payload.Length, Compressible = payload.Content == PayloadContent.Text }.ToByteArray();
        var content = new BytesSentOnce(_call.IsGrpc ? GrpcFrame.Of(message) : message);
        content.Headers.ContentType = new MediaTypeHeaderValue(_call.IsGrpc ? RpcContract.Grpc : RpcContract.Protobuf);
        HttpRequestMessage request = connection.Request(
            HttpMethod.Post,
            _call.IsGrpc ? RpcContract.GrpcPath : RpcContract.TwirpPath,
            content);
        if (_call.IsGrpc)
        {
            // gRPC over HTTP/2: a server must see that trailers arrive.
            request.Headers.TE.Add(new TransferCodingWithQualityHeaderValue("trailers"));
        }
        else if (_call.IsGzip)
        {
            request.Headers.AcceptEncoding.Add(new StringWithQualityHeaderValue(RpcContract.Gzip));
        }

        return request;
    }

    /// <summary>Reads an answer to a call for <paramref name="length"/> bytes.</summary>
    /// <exception cref="RpcException">It is not the message that was asked for.</exception>
    internal async ValueTask<Delivery> ReadAnswerAsync(HttpResponseMessage response, long length, CancellationToken cancellationToken)
    {
        long responded = Stopwatch.GetTimestamp();
        // No array takes more, and no message of Google.Protobuf's.
        long most = Math.Min(length + RpcContract.MostBesidesData, Array.MaxLength - 1L);
        bool isChecked = _isVerifying || _check.IsDue(length);
        FetchedField field;
        try
        {
            field = await _answer.ReadAsync(response, most, isChecked, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception exception) when (cancellationToken.IsCancellationRequested
            && exception is RpcException { Code: RpcCode.DataLoss } or InvalidProtocolBufferException or InvalidDataException)
        {
            // The deadline closes the answer under the feet of a read, which may then see the end of the stream. That is not the cause:
            // a TransferException among the causes would be taken for what went wrong.
            throw new OperationCanceledException("the answer was closed at its deadline", cancellationToken);
        }
        catch (InvalidProtocolBufferException exception)
        {
            throw RpcException.Malformed($"the message cannot be read: {exception.Message}", exception);
        }
        catch (InvalidDataException exception)
        {
            // Not in the words of GZipStream, which says of a wrong checksum that the compression is of an unknown kind.
            throw RpcException.DataLoss("the message cannot be unpacked: it is damaged, or cut off, or something follows it", exception);
        }

        return field.Confirm(length, isChecked, responded);
    }
}
