using System.Buffers;
using System.Globalization;
using System.IO.Pipelines;
using System.Text.Json;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Hosting;
using FileTransfer.Server.Receivers;
using FileTransfer.Server.Sinks;
using FileTransfer.Strategies.Http;
using FileTransfer.Strategies.Wire;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Routing;
using Microsoft.AspNetCore.WebUtilities;
using Microsoft.Net.Http.Headers;

namespace FileTransfer.Server.Http;

/// <summary>Drains request bodies, counts the payload bytes in them, and answers with the count.</summary>
internal sealed class UploadHandler(ServerOptions options, ReceiverCounters counters, RequestFaults faults)
{
    /// <summary>
    /// Maximum read from a form, in bytes. With a smaller buffer MultipartReader spends most of the time on the search for the
    /// boundary.
    /// </summary>
    private const int BufferSize = 64 << 10;

    /// <summary>RFC 2046, 5.1.1: "boundary delimiters must be no longer than 70 characters".</summary>
    private const int LongestBoundary = 70;

    /// <summary>Under this key a request that failed says how many bytes of its file had come.</summary>
    private static readonly object s_drained = new();

    /// <summary>Adds the routes of <see cref="HttpResources"/>.</summary>
    public void MapTo(IEndpointRouteBuilder application)
    {
        application.MapGet(HttpResources.Hello, context =>
        {
            context.Response.StatusCode = StatusCodes.Status204NoContent;
            return Task.CompletedTask;
        });
        application.MapPut(HttpResources.Upload, context => AnswerAsync(context, SinkOf(context), DrainBodyAsync));
        application.MapPost(HttpResources.Upload, context => AnswerAsync(context, SinkOf(context), DrainFormAsync));
        application.MapMethods(
            HttpResources.Request,
            [HttpMethods.Get, HttpMethods.Post],
            context => AnswerAsync(context, SinkOf(context), DrainRequestAsync));
    }

    /// <summary>Drains a body into a sink.</summary>
    internal async Task<UploadAnswer> DrainBodyAsync(HttpContext context, IPayloadSink sink) =>
        Answer(await DrainAsync(context, sink), sink);

    private async Task<UploadAnswer> DrainRequestAsync(HttpContext context, IPayloadSink sink)
    {
        int headers = 0;
        foreach (string name in context.Request.Headers.Keys)
        {
            headers += name.Length == HttpResources.RandomHeaderLength ? 1 : 0;
        }

        return Answer(await DrainAsync(context, sink), sink) with { Headers = headers };
    }

    private async Task<long> DrainAsync(HttpContext context, IPayloadSink sink)
    {
        PipeReader body = context.Request.BodyReader;
        long bytes = 0;
        bool isWhole = false;
        try
        {
            while (!isWhole)
            {
                ReadResult read = await body.ReadAsync(context.RequestAborted);
                try
                {
                    foreach (ReadOnlyMemory<byte> segment in read.Buffer)
                    {
                        sink.Append(segment.Span);
                    }

                    bytes += read.Buffer.Length;
                }
                finally
                {
                    // Also when the sink refuses: the rest is discarded by another read.
                    body.AdvanceTo(read.Buffer.End);
                }

                ThrowIfTooLarge(bytes);
                isWhole = read.IsCompleted;
            }

            return bytes;
        }
        finally
        {
            if (!isWhole)
            {
                context.Items[s_drained] = bytes;
            }
        }
    }

    /// <summary>Confirms so many bytes, with the checksum of the sink.</summary>
    internal static UploadAnswer Answer(long bytes, IPayloadSink sink) =>
        new(bytes, sink.Crc32C?.ToString("x8", CultureInfo.InvariantCulture));

    /// <summary>True for a request that asks for the checksum.</summary>
    internal static bool IsVerifying(HttpContext context) => context.Request.Query[HttpResources.Verify] == "true";

    /// <summary>The boundary of a form.</summary>
    /// <exception cref="BadHttpRequestException">The request is no form, or names no boundary.</exception>
    internal static string BoundaryOf(HttpRequest request)
    {
        if (!MediaTypeHeaderValue.TryParse(request.ContentType, out MediaTypeHeaderValue? type)
            || !type.MediaType.Equals("multipart/form-data", StringComparison.OrdinalIgnoreCase))
        {
            throw new BadHttpRequestException(
                "POST takes multipart/form-data; send a bare file with PUT",
                StatusCodes.Status415UnsupportedMediaType);
        }

        string? boundary = HeaderUtilities.RemoveQuotes(type.Boundary).Value;
        return boundary is { Length: > 0 and <= LongestBoundary }
            ? boundary
            : throw new BadHttpRequestException($"the Content-Type must name a boundary of 1 to {LongestBoundary} characters");
    }

    private static bool IsFile(MultipartSection section) =>
        ContentDispositionHeaderValue.TryParse(section.ContentDisposition, out ContentDispositionHeaderValue? disposition)
            ? disposition.IsFileDisposition()
            : throw new BadHttpRequestException("a part of the form has no readable Content-Disposition");

    private static async Task WriteAsync<T>(
        HttpContext context,
        int status,
        T value,
        System.Text.Json.Serialization.Metadata.JsonTypeInfo<T> type)
    {
        byte[] json = JsonSerializer.SerializeToUtf8Bytes(value, type);
        context.Response.StatusCode = status;
        context.Response.ContentType = "application/json";
        context.Response.ContentLength = json.Length;
        await context.Response.Body.WriteAsync(json, context.RequestAborted);
    }

    private IPayloadSink SinkOf(HttpContext context) => IsVerifying(context) ? new Crc32CSink() : new SpotCheckSink(options.IsCheckDue);

    /// <summary>Drains a request into a sink, and answers. A sink that keeps files deletes its file before an error is told.</summary>
    internal async Task AnswerAsync<TSink>(HttpContext context, TSink sink, Func<HttpContext, TSink, Task<UploadAnswer>> drain)
        where TSink : IPayloadSink
    {
        UploadAnswer answer;
        try
        {
            sink.Begin(context.Request.ContentLength ?? (context.Request.Method == HttpMethods.Get ? 0 : null));
            // Check the limit here: Kestrel would close the connection while the body is still being sent, and the reset that
            // follows can overtake its answer (dotnet/aspnetcore#31136).
            context.Features.GetRequiredFeature<IHttpMaxRequestBodySizeFeature>().MaxRequestBodySize = null;
            ThrowIfTooLarge(context.Request.ContentLength ?? 0);
            answer = await drain(context, sink);
        }
        catch (RefusedFrameException refusal)
        {
            (sink as IDisposable)?.Dispose();
            faults.Add(context, refusal.Kind, refusal.Message);
            await WriteAsync(context, StatusOf(refusal), new UploadError(refusal.Message), HttpJson.Default.UploadError);
            await DiscardRestAsync(context);
            return;
        }
        catch (BadHttpRequestException exception)
        {
            (sink as IDisposable)?.Dispose();
            (string kind, string words) = Told(context, exception);
            faults.Add(context, kind, words);
            await WriteAsync(context, exception.StatusCode, new UploadError(Reason(context, exception)), HttpJson.Default.UploadError);
            await DiscardRestAsync(context);
            return;
        }
        catch (Exception exception) when (exception is IOException or OperationCanceledException)
        {
            // The sender is gone: there is no one to answer.
            (sink as IDisposable)?.Dispose();
            faults.Add(context, FrameChannel.ConnectionLost, Truncated(context));
            context.Abort();
            return;
        }

        // Count before the answer is sent, so that a sender that has read it finds the transfer in the statistics.
        counters.Drained(answer.Bytes, sink.Crc32C);
        await WriteAsync(context, StatusCodes.Status200OK, answer, HttpJson.Default.UploadAnswer);
    }

    /// <summary>
    /// Reads the rest of the body for a limited time, so that an HTTP/1.1 sender reads its answer. An HTTP/2 stream does not need
    /// this.
    /// </summary>
    private async Task DiscardRestAsync(HttpContext context)
    {
        if (!HttpProtocol.IsHttp11(context.Request.Protocol))
        {
            return;
        }

        using var limit = CancellationTokenSource.CreateLinkedTokenSource(context.RequestAborted);
        limit.CancelAfter(options.StopLimit);
        byte[] buffer = ArrayPool<byte>.Shared.Rent(BufferSize);
        try
        {
            while (await context.Request.Body.ReadAsync(buffer, limit.Token) > 0)
            {
            }
        }
        catch (Exception exception) when (exception is IOException or OperationCanceledException or InvalidOperationException)
        {
            // The sender is gone, or sends for too long: Kestrel closes the connection.
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    /// <exception cref="BadHttpRequestException">The body is longer than <see cref="ServerOptions.MaximumLength"/>.</exception>
    private void ThrowIfTooLarge(long bytes)
    {
        if (bytes > options.MaximumLength)
        {
            throw new BadHttpRequestException("too large", StatusCodes.Status413PayloadTooLarge);
        }
    }

    /// <summary>The error message for the sender; for a body that is too long with its length and the limit.</summary>
    private string Reason(HttpContext context, BadHttpRequestException exception)
    {
        if (exception.StatusCode != StatusCodes.Status413PayloadTooLarge)
        {
            return exception.Message;
        }

        string length = context.Request.ContentLength is { } bytes
            ? string.Create(CultureInfo.InvariantCulture, $" of {bytes} bytes")
            : ", whose length was not announced,";
        return string.Create(
            CultureInfo.InvariantCulture,
            $"the body{length} is longer than the {options.MaximumLength} bytes of --max-length");
    }

    /// <summary>How a bad request is counted, and what is told of it in words that are never the sender's.</summary>
    private (string Kind, string Words) Told(HttpContext context, BadHttpRequestException exception)
    {
        bool isOfKestrel = exception.GetType() != typeof(BadHttpRequestException);
        return exception.StatusCode switch
        {
            StatusCodes.Status413PayloadTooLarge => ("too-large", Reason(context, exception)),
            StatusCodes.Status408RequestTimeout => ("too-slow", $"was given up{Position(context)}: it moves fewer bytes than --min-rate"),
            // Of a body whose length is announced nothing else can be wrong.
            _ when isOfKestrel && context.Request.ContentLength is not null => (FrameChannel.ConnectionLost, Truncated(context)),
            _ when isOfKestrel => (RequestFaults.BadRequest, $"sent a body that is truncated or malformed{Position(context)}"),
            int status => (RequestFaults.BadRequest, $"sent an upload that was refused with {status}{Position(context)}"),
        };
    }

    /// <summary>Kestrel tells the end of a connection within a body in one way or another, as it happens.</summary>
    private static string Truncated(HttpContext context) => $"was truncated{Position(context)}";

    private static string Position(HttpContext context)
    {
        if (context.Items[s_drained] is not long bytes)
        {
            return "";
        }

        bool isForm = HttpMethods.IsPost(context.Request.Method) && context.Request.HasFormContentType;
        return !isForm && context.Request.ContentLength is { } length
            ? string.Create(CultureInfo.InvariantCulture, $" at {bytes} of {length} bytes")
            : string.Create(CultureInfo.InvariantCulture, $" after {bytes} bytes of the file");
    }

    private static int StatusOf(RefusedFrameException refusal) => refusal.Status switch
    {
        AcknowledgementStatus.DiskFull => StatusCodes.Status507InsufficientStorage,
        AcknowledgementStatus.TargetExists => StatusCodes.Status409Conflict,
        _ => StatusCodes.Status403Forbidden,
    };

    /// <summary>Drains the only file of a form into a sink.</summary>
    internal async Task<UploadAnswer> DrainFormAsync(HttpContext context, IPayloadSink sink)
    {
        var reader = new MultipartReader(BoundaryOf(context.Request), context.Request.Body, BufferSize) { BodyLengthLimit = null };
        byte[] buffer = ArrayPool<byte>.Shared.Rent(BufferSize);
        long? bytes = null;
        bool isWhole = false;
        try
        {
            while (await reader.ReadNextSectionAsync(context.RequestAborted) is { } section)
            {
                if (!IsFile(section))
                {
                    continue;
                }

                if (bytes is not null)
                {
                    throw new BadHttpRequestException("the form has more than one file");
                }

                bytes = 0;
                int count;
                while ((count = await section.Body.ReadAsync(buffer, context.RequestAborted)) > 0)
                {
                    sink.Append(buffer.AsSpan(0, count));
                    bytes += count;
                    ThrowIfTooLarge(bytes.Value);
                }
            }

            isWhole = true;
            return bytes is { } total ? Answer(total, sink) : throw new BadHttpRequestException("the form has no file");
        }
        catch (InvalidDataException exception)
        {
            throw new BadHttpRequestException($"the form cannot be read: {exception.Message}", exception);
        }
        catch (IOException exception)
            when (exception is not (BadHttpRequestException or ConnectionResetException) && !context.RequestAborted.IsCancellationRequested)
        {
            throw new BadHttpRequestException($"the form ends too early, or is not multipart/form-data: {exception.Message}", exception);
        }
        finally
        {
            if (!isWhole)
            {
                context.Items[s_drained] = bytes ?? 0;
            }

            ArrayPool<byte>.Shared.Return(buffer);
        }
    }
}
