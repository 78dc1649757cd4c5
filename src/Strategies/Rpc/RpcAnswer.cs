using System.Globalization;
using System.IO.Compression;
using System.Net.Http.Headers;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Http;

namespace FileTransfer.Strategies.Rpc;

/// <summary>Reads answers of Twirp and of gRPC: checks their form, unpacks them, and hands the message to a reader.</summary>
/// <param name="call">The protocol.</param>
/// <param name="readMessage">Reads the message.</param>
internal sealed class RpcAnswer(RpcCall call, Func<MessageBody, CancellationToken, ValueTask<FetchedField>> readMessage)
{
    /// <summary>Receives bytes after the end of a message, of which there must be none.</summary>
    private readonly byte[] _behind = new byte[2];

    /// <summary>Length of the last compressed message divided by its compressed length; null before the first one.</summary>
    public double? CompressionRatio { get; private set; }

    /// <summary>Reads one answer.</summary>
    /// <param name="response">The response, of which the headers have come.</param>
    /// <param name="most">Longest message to accept, in bytes.</param>
    /// <param name="isChecked">Whether to compute the checksum of the data.</param>
    /// <param name="cancellationToken">Ends the reading.</param>
    /// <exception cref="RpcException">The server refused, or the answer is not the expected message.</exception>
    public ValueTask<FetchedField> ReadAsync(
        HttpResponseMessage response,
        long most,
        bool isChecked,
        CancellationToken cancellationToken) =>
        call.IsGrpc
            ? ReadGrpcAsync(response, most, isChecked, cancellationToken)
            : ReadTwirpAsync(response, most, isChecked, cancellationToken);

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
        if (encoding != (call.IsGzip ? RpcContract.Gzip : ""))
        {
            throw RpcException.Malformed(
                $"the server answered with the content encoding '{UploadAnswer.Excerpt(encoding)}', "
                + $"and '{(call.IsGzip ? RpcContract.Gzip : "")}' was asked for");
        }

        long? announced = call.IsGzip ? UncompressedLength(response) : headers.ContentLength;
        if (announced > most)
        {
            throw RpcException.TooLarge("a message", announced.Value, most);
        }

        if (call.IsGzip && headers.ContentLength is > 0 and { } packed && announced is > 0 and { } unpacked)
        {
            CompressionRatio = (double)unpacked / packed;
        }

        using Stream source = await response.Content.ReadAsStreamAsync(cancellationToken).ConfigureAwait(false);
        return await UnpackAndReadAsync(response, source, call.IsGzip, announced, most, isChecked, cancellationToken)
            .ConfigureAwait(false);
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
        FetchedField field = await readMessage(new MessageBody(message, (int?)announced, (int)most, isChecked, response), cancellationToken)
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
                call.IsGrpc && status == 404 ? RpcCode.Unimplemented : RpcCode.OfHttp(status),
                TransferErrorKind.Rejected,
                UploadAnswer.Refused(status, body.AsSpan(0, count)).Message);
    }
}
