using System.Buffers;
using System.Globalization;
using System.IO.Pipelines;
using System.Text.Json;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Hosting;
using FileTransfer.Server.Receivers;
using FileTransfer.Server.Sinks;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Http;
using FileTransfer.Strategies.Wire;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Routing;

namespace FileTransfer.Server.Http;

/// <summary>Drains request bodies, counts the payload bytes in them, and answers with the count.</summary>
internal sealed class UploadHandler(ServerOptions options, ReceiverCounters counters, RequestFaults faults)
{
    private const int BufferSize = 64 << 10;

    private readonly BodyFaults _body = new(options);

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

    /// <summary>Drains the only file of a form into a sink.</summary>
    internal async Task<UploadAnswer> DrainFormAsync(HttpContext context, IPayloadSink sink) =>
        Answer(await FormFile.DrainAsync(context, sink, _body), sink);

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
        long begun = Environment.TickCount64;
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

                _body.ThrowIfTooLarge(bytes);
                _body.ThrowIfTooSlow(begun);
                isWhole = read.IsCompleted;
            }

            return bytes;
        }
        finally
        {
            if (!isWhole)
            {
                BodyFaults.StoppedAfter(context, bytes);
            }
        }
    }

    /// <summary>Confirms so many bytes, with the checksum of the sink.</summary>
    internal static UploadAnswer Answer(long bytes, IPayloadSink sink) =>
        new(bytes, sink.Crc32C?.ToString("x8", CultureInfo.InvariantCulture));

    /// <summary>True for a request that asks for the checksum.</summary>
    internal static bool IsVerifying(HttpContext context) => context.Request.Query[HttpResources.Verify] == "true";

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
            _body.ThrowIfTooLarge(context.Request.ContentLength ?? 0);
            answer = await drain(context, sink);
        }
        catch (RefusedFrameException refusal)
        {
            (sink as IDisposable)?.Dispose();
            faults.Add(context, refusal.Kind, refusal.Message);
            await WriteAsync(context, StatusOf(refusal), new UploadError(refusal.Message), ServerJson.Default.UploadError);
            await DiscardRestAsync(context);
            return;
        }
        catch (BadHttpRequestException exception)
        {
            (sink as IDisposable)?.Dispose();
            (string kind, string words) = _body.Told(context, exception);
            if (BodyFaults.IsOfKestrel(exception))
            {
                faults.AddEnd(context, kind, words);
            }
            else
            {
                faults.Add(context, kind, words);
            }

            var error = new UploadError(_body.Reason(context, exception));
            await WriteAsync(context, exception.StatusCode, error, ServerJson.Default.UploadError);
            await DiscardRestAsync(context);
            return;
        }
        catch (Exception exception) when (exception is IOException or OperationCanceledException)
        {
            // The sender is gone: there is no one to answer.
            (sink as IDisposable)?.Dispose();
            faults.AddEnd(context, FrameChannel.ConnectionLost, BodyFaults.Truncated(context));
            context.Abort();
            return;
        }

        // Count before the answer is sent, so that a sender that has read it finds the transfer in the statistics.
        counters.Drained(answer.Bytes, sink.Crc32C);
        await WriteAsync(context, StatusCodes.Status200OK, answer, ServerJson.Default.UploadAnswer);
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

    private static int StatusOf(RefusedFrameException refusal) => refusal.Status switch
    {
        AcknowledgementStatus.DiskFull => StatusCodes.Status507InsufficientStorage,
        AcknowledgementStatus.TargetExists => StatusCodes.Status409Conflict,
        _ => StatusCodes.Status403Forbidden,
    };
}
