using System.Globalization;
using System.Text;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Rpc;
using Google.Protobuf;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using Microsoft.Net.Http.Headers;

namespace FileTransfer.Server.Rpc;

/// <summary>Twirp v7 (twitchtv.github.io/twirp/docs/spec_v7.html): messages by POST, errors as JSON.</summary>
internal sealed class TwirpHandler(PayloadsService service)
{
    /// <summary>JSON holds data as base64, all at once.</summary>
    private const long MostJsonData = 64L << 20;

    /// <summary>JSON has 4/3 letters of two bytes for each byte of data, in a buffer and in a string.</summary>
    private const int CopiesInJson = 6;

    /// <summary>Newer clients may send fields that are not known yet, as in the binary form.</summary>
    private static readonly JsonParser s_json = new(JsonParser.Settings.Default.WithIgnoreUnknownFields(true));

    /// <summary>Adds the routes: every path under /twirp/ has an answer of Twirp's.</summary>
    public void MapTo(IEndpointRouteBuilder application) => application.Map("/twirp/{**path}", AnswerAsync);

    private static RpcException BadRoute(string message) => new(RpcCode.BadRoute, TransferErrorKind.Rejected, message);

    private static bool AcceptsGzip(HttpRequest request) =>
        StringWithQualityHeaderValue.TryParseList(request.Headers.AcceptEncoding, out IList<StringWithQualityHeaderValue>? accepted)
        && accepted.Any(coding => coding.Value.Equals(RpcContract.Gzip, StringComparison.OrdinalIgnoreCase) && coding.Quality is not 0);

    private async Task AnswerAsync(HttpContext context)
    {
        try
        {
            await FetchAsync(context);
        }
        catch (Exception exception)
            when (exception is OperationCanceledException or IOException && context.RequestAborted.IsCancellationRequested)
        {
            service.Lost(context);
        }
        catch (Exception exception) when (!context.Response.HasStarted)
        {
            TwirpError error = service.Refuse(context, exception);
            context.Response.Clear();
            context.Response.StatusCode = RpcCode.ToHttp(error.Code);
            await context.Response.WriteAsJsonAsync(error, ServerJson.Default.TwirpError, RpcContract.Json, context.RequestAborted);
        }
    }

    private async Task FetchAsync(HttpContext context)
    {
        HttpRequest request = context.Request;
        // By its letters: routes, and PathString's own comparison, take upper case for lower.
        if (request.Path.Value != RpcContract.TwirpPath)
        {
            throw BadRoute($"no handler for path '{request.Path}'; there is {RpcContract.TwirpPath}");
        }

        if (!HttpMethods.IsPost(request.Method))
        {
            throw BadRoute($"unsupported method '{request.Method}': only POST is allowed");
        }

        string? type = MediaTypeHeaderValue.TryParse(request.ContentType, out MediaTypeHeaderValue? parsed)
            ? parsed.MediaType.Value?.ToLowerInvariant()
            : null;
        if (type is not (RpcContract.Protobuf or RpcContract.Json))
        {
            throw BadRoute($"unexpected Content-Type '{request.ContentType}'; there are {RpcContract.Protobuf} and {RpcContract.Json}");
        }

        if (request.Headers.ContentEncoding.Count > 0)
        {
            throw new RpcException(
                RpcCode.Unimplemented,
                TransferErrorKind.Rejected,
                $"requests with Content-Encoding '{request.Headers.ContentEncoding}' are not read");
        }

        byte[] body = await PayloadsService.ReadAsync(request);
        bool isJson = type == RpcContract.Json;
        FetchRequest fetch = Parse(body, isJson);
        if (isJson && fetch.Length > MostJsonData)
        {
            throw new RpcException(
                RpcCode.InvalidArgument,
                TransferErrorKind.Rejected,
                $"length {fetch.Length} is too long for {RpcContract.Json}, which takes {MostJsonData}; use {RpcContract.Protobuf}");
        }

        LentMessage lent = service.Fetch(fetch, context.Response, isJson ? CopiesInJson : 0);
        PreparedMessage message = lent.Message;
        if (isJson)
        {
            await AnswerInJsonAsync(message, context);
            return;
        }

        bool isPacked = AcceptsGzip(request);
        context.Response.ContentType = RpcContract.Protobuf;
        context.Response.Headers.Vary = HeaderNames.AcceptEncoding;
        context.Response.Headers[RpcContract.UncompressedLength] = message.Length.ToString(CultureInfo.InvariantCulture);
        if (isPacked)
        {
            context.Response.Headers.ContentEncoding = RpcContract.Gzip;
        }

        context.Response.ContentLength = isPacked ? lent.Packed.Length : message.Length;
        await service.SendAsync(lent, isPacked, context.Response);
    }

    private static FetchRequest Parse(byte[] body, bool isJson)
    {
        try
        {
            return isJson ? s_json.Parse<FetchRequest>(Encoding.UTF8.GetString(body)) : FetchRequest.Parser.ParseFrom(body);
        }
        catch (Exception exception) when (exception is InvalidProtocolBufferException or InvalidJsonException)
        {
            throw new RpcException(
                RpcCode.Malformed,
                TransferErrorKind.Rejected,
                $"the request is no FetchRequest: {exception.Message}",
                exception);
        }
    }

    private async Task AnswerInJsonAsync(PreparedMessage message, HttpContext context)
    {
        string json = JsonFormatter.Default.Format(new FetchResponse
        {
            Data = UnsafeByteOperations.UnsafeWrap(message.Data),
            Crc32C = message.Crc32C,
        });
        context.Response.ContentType = RpcContract.Json;
        // Of the JSON, which is not compressed: base64 and numbers, a byte for each letter.
        context.Response.Headers[RpcContract.UncompressedLength] = json.Length.ToString(CultureInfo.InvariantCulture);
        service.Count(message);
        await context.Response.WriteAsync(json, context.RequestAborted);
    }
}
