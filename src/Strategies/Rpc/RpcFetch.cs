using System.Diagnostics;
using System.Globalization;
using System.IO.Compression;
using System.Net.Http.Headers;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Http;
using FileTransfer.Strategies.Wire;
using Google.Protobuf;

namespace FileTransfer.Strategies.Rpc;

/// <summary>Base class of the RPC clients: makes the call, limits the answer, and converts errors of the server to exceptions.</summary>
/// <remarks>A client never takes more than a megabyte beyond what it asked for, whatever the answer announces or unpacks to.</remarks>
public abstract class RpcFetch : IAsyncTransferStrategy, IObservingStrategy
{
    private readonly ConnectionOptions _options;
    private readonly RpcCall _call;
    private readonly bool _isVerifying;

    /// <summary>For bytes behind a message, of which there should be none.</summary>
    private readonly byte[] _behind = new byte[2];
    private HttpClientConnection? _connection;
    private double? _ratio;

    private protected RpcFetch(ConnectionOptions options, RpcCall call)
    {
        _options = options;
        _call = call;
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
        return _ratio is { } ratio ? [peak, new Observation(Observation.CompressionRatio, Math.Round(ratio, 3), "")] : [peak];
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
        bool isChecked = _isVerifying || SpotCheck.IsDue(length);
        FetchedField field;
        try
        {
            field = _call.IsGrpc
                ? await ReadGrpcAsync(response, most, isChecked, cancellationToken).ConfigureAwait(false)
                : await ReadTwirpAsync(response, most, isChecked, cancellationToken).ConfigureAwait(false);
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

    private async ValueTask<FetchedField> ReadTwirpAsync(
        HttpResponseMessage response,
        long most,
        bool isChecked,
        CancellationToken cancellationToken)
    {
        if ((int)response.StatusCode != 200)
        {
            throw await RefusalAsync(response, cancellationToken).ConfigureAwait(false);
        }

        HttpContentHeaders headers = response.Content.Headers;
        if (headers.ContentType?.MediaType != RpcContract.Protobuf)
        {
            throw RpcException.Malformed(
                $"the server answered 200 with {headers.ContentType?.MediaType ?? "no type"} "
                + $"instead of {RpcContract.Protobuf}; is it a FileTransfer server?");
        }

        string encoding = string.Join(", ", headers.ContentEncoding);
        if (encoding != (_call.IsGzip ? RpcContract.Gzip : ""))
        {
            throw RpcException.Malformed(
                $"the server answered with the content encoding '{UploadAnswer.Excerpt(encoding)}', "
                + $"and '{(_call.IsGzip ? RpcContract.Gzip : "")}' was asked for");
        }

        long? announced = _call.IsGzip ? UncompressedLength(response) : headers.ContentLength;
        if (announced > most)
        {
            throw RpcException.TooLarge("a message", announced.Value, most);
        }

        if (_call.IsGzip && headers.ContentLength is > 0 and { } packed && announced is > 0 and { } unpacked)
        {
            _ratio = (double)unpacked / packed;
        }

        using Stream source = await response.Content.ReadAsStreamAsync(cancellationToken).ConfigureAwait(false);
        return await UnpackAndReadAsync(response, source, _call.IsGzip, announced, most, isChecked, cancellationToken).ConfigureAwait(
            false);
    }

    private async ValueTask<FetchedField> ReadGrpcAsync(
        HttpResponseMessage response,
        long most,
        bool isChecked,
        CancellationToken cancellationToken)
    {
        if ((int)response.StatusCode != 200)
        {
            throw await RefusalAsync(response, cancellationToken).ConfigureAwait(false);
        }

        if (response.Content.Headers.ContentType?.MediaType?.StartsWith(RpcContract.Grpc, StringComparison.Ordinal) != true)
        {
            throw RpcException.Malformed(
                $"the server answered 200 with {response.Content.Headers.ContentType?.MediaType ?? "no type"} instead "
                + $"of {RpcContract.Grpc}");
        }

        // Errors without a message come with the headers alone ("Trailers-Only").
        GrpcFrame.ThrowIfFailed(response.Headers, isRequired: false);
        using Stream source = await response.Content.ReadAsStreamAsync(cancellationToken).ConfigureAwait(false);
        FetchedField? field = null;
        if (await GrpcFrame.ReadPrefixAsync(source, cancellationToken).ConfigureAwait(false) is { } prefix)
        {
            if (prefix.Length > most)
            {
                throw RpcException.TooLarge("a message", prefix.Length, most);
            }

            string encoding = response.Headers.TryGetValues("grpc-encoding", out IEnumerable<string>? values)
                ? string.Join(", ", values)
                : "identity";
            if (prefix.IsCompressed && encoding != RpcContract.Gzip)
            {
                throw new RpcException(
                    RpcCode.Unimplemented,
                    TransferErrorKind.Rejected,
                    $"the message is compressed with '{UploadAnswer.Excerpt(encoding)}', and only gzip is understood");
            }

            field = await UnpackAndReadAsync(
                response,
                new SliceStream(source, prefix.Length),
                prefix.IsCompressed,
                prefix.IsCompressed ? null : prefix.Length,
                most,
                isChecked,
                cancellationToken).ConfigureAwait(false);
        }

        // The status comes behind the message.
        await ExpectEndAsync(source, cancellationToken).ConfigureAwait(false);
        GrpcFrame.ThrowIfFailed(response.TrailingHeaders, isRequired: true);
        return field ?? throw RpcException.Malformed("the server answered with status 0 and without a message");
    }

    private async ValueTask<FetchedField> UnpackAndReadAsync(
        HttpResponseMessage response,
        Stream source,
        bool isPacked,
        long? announced,
        long most,
        bool isChecked,
        CancellationToken cancellationToken)
    {
        GzipEnd? packed = isPacked ? new GzipEnd(source) : null;
        using GZipStream? unpacked = packed is null ? null : new GZipStream(packed, CompressionMode.Decompress, leaveOpen: true);
        var message = new LimitedStream(unpacked ?? source, announced, most);
        FetchedField field = await ReadAsync(new MessageBody(message, (int?)announced, (int)most, isChecked, response), cancellationToken)
            .ConfigureAwait(false);
        await ExpectEndAsync(message, cancellationToken).ConfigureAwait(false);
        if (packed is not null)
        {
            await packed.RequireAsync(unpacked!, _behind, cancellationToken).ConfigureAwait(false);
        }

        return field;
    }

    private async ValueTask ExpectEndAsync(Stream stream, CancellationToken cancellationToken)
    {
        if (await stream.ReadAsync(_behind, cancellationToken).ConfigureAwait(false) > 0)
        {
            throw RpcException.Malformed("more came behind the message");
        }
    }

    private static long? UncompressedLength(HttpResponseMessage response)
    {
        if (!response.Headers.TryGetValues(RpcContract.UncompressedLength, out IEnumerable<string>? values))
        {
            return null;
        }

        string text = string.Join(", ", values);
        return RpcCode.Number(text) ?? throw RpcException.Malformed(
            $"the server sent {RpcContract.UncompressedLength}: '{UploadAnswer.Excerpt(text)}', which is no length");
    }

    private async ValueTask<RpcException> RefusalAsync(HttpResponseMessage response, CancellationToken cancellationToken)
    {
        int status = (int)response.StatusCode;
        using Stream stream = await response.Content.ReadAsStreamAsync(cancellationToken).ConfigureAwait(false);
        byte[] body = new byte[TwirpError.MostBytes];
        int count = await stream.ReadAtLeastAsync(body, body.Length, throwOnEndOfStream: false, cancellationToken).ConfigureAwait(false);
        return TwirpError.Read(body.AsSpan(0, count)) is { } error
            ? new RpcException(
                error.Code,
                TransferErrorKind.Rejected,
                string.Create(CultureInfo.InvariantCulture, $"the server answered {status}: {UploadAnswer.Excerpt(error.Msg)}"))
            : new RpcException(
                _call.IsGrpc && status == 404 ? RpcCode.Unimplemented : RpcCode.OfHttp(status),
                TransferErrorKind.Rejected,
                UploadAnswer.Refused(status, body.AsSpan(0, count)).Message);
    }
}
