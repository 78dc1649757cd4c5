using System.Buffers;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Sinks;
using FileTransfer.Server.Storing;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Http;
using FileTransfer.Strategies.Interop;
using FileTransfer.Strategies.Wire;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Connections;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Routing;
using Microsoft.Extensions.Primitives;

namespace FileTransfer.Server.Http;

/// <summary>Keeps uploaded files in the way that the path names, and answers as <see cref="UploadHandler"/> does.</summary>
/// <remarks>The file is deleted once the answer has left.</remarks>
internal sealed class StoringHandler(StoringFolder? folder, UploadHandler uploads, ServerOptions options)
{
    private const int BufferSize = 64 << 10;

    /// <summary>Marks a connection whose first file was stored.</summary>
    private static readonly object s_mark = new();

    private readonly BodyFaults _faults = new(options);

    /// <summary>Adds a route for every way of <see cref="StoringWay.OverHttp"/>.</summary>
    public void MapTo(IEndpointRouteBuilder application)
    {
        application.MapPut(StoringWay.Body.Path, context => StoreAsync(context, uploads.DrainBodyAsync));
        application.MapPost(StoringWay.MultipartReader.Path, context => StoreAsync(context, uploads.DrainFormAsync));
        application.MapPost(StoringWay.FormFile.Path, context => StoreAsync(context, DrainFormFileAsync));
    }

    private async Task StoreAsync(HttpContext context, Func<HttpContext, IPayloadSink, Task<UploadAnswer>> drain)
    {
        bool isDue = UploadHandler.IsVerifying(context) || IsFirstOfItsConnection(context);
        using var stored = new StoredUpload(
            folder,
            RequestOf(context.Request.Query),
            length => length > 0 && (isDue || options.IsCheckDue(length)));
        await uploads.AnswerAsync(context, stored, async (_, sink) =>
        {
            UploadAnswer drained = await drain(context, sink);
            sink.Complete();
            return UploadHandler.Answer(drained.Bytes, sink);
        });
    }

    private static bool IsFirstOfItsConnection(HttpContext context) =>
        context.Features.Get<IConnectionItemsFeature>()?.Items.TryAdd(s_mark, s_mark) != false;

    /// <summary>The options in a query; null where one has an unknown value.</summary>
    private static StoringRequest? RequestOf(IQueryCollection query)
    {
        bool isPreallocated = false;
        Durability durability = Durability.None;
        bool isKnown =
            (!query.TryGetValue(StoringRequest.Preallocate, out StringValues word)
                || StoringRequest.TryReadSwitch($"{word}", out isPreallocated))
            && (!query.TryGetValue(StoringRequest.Durable, out word) || StoringRequest.TryReadDurability($"{word}", out durability));
        return isKnown
            ? new StoringRequest("", new StoringOptions(isPreallocated, durability))
            : null;
    }

    private async Task<IFormCollection> ReadFormAsync(HttpContext context)
    {
        Stream body = context.Request.Body;
        context.Request.Body = new TimedBody(body, _faults);
        try
        {
            return await context.Request.ReadFormAsync(context.RequestAborted);
        }
        finally
        {
            context.Request.Body = body;
        }
    }

    /// <summary>Lets ASP.NET collect the form, in memory or in a file of its own, and copies the file out of it.</summary>
    private async Task<UploadAnswer> DrainFormFileAsync(HttpContext context, IPayloadSink sink)
    {
        _ = FormFile.BoundaryOf(context.Request);
        var limits = new FormOptions { MultipartBodyLengthLimit = options.MaximumLength };
        context.Features.Set<IFormFeature>(new FormFeature(context.Request, limits));
        byte[] buffer = ArrayPool<byte>.Shared.Rent(BufferSize);
        try
        {
            IFormFileCollection files = (await ReadFormAsync(context)).Files;
            if (files.Count != 1)
            {
                throw new BadHttpRequestException(files.Count == 0 ? "the form has no file" : "the form has more than one file");
            }

            long bytes = 0;
            await using Stream content = files[0].OpenReadStream();
            int count;
            while ((count = await content.ReadAsync(buffer, context.RequestAborted)) > 0)
            {
                sink.Append(buffer.AsSpan(0, count));
                bytes += count;
            }

            return UploadHandler.Answer(bytes, sink);
        }
        catch (InvalidDataException exception)
        {
            throw new BadHttpRequestException($"the form cannot be read: {exception.Message}", exception);
        }
        catch (IOException exception) when (exception.HResult is Errno.NoSpace or Errno.QuotaExceeded)
        {
            throw StoringRefusal.Failed(exception);
        }
        catch (IOException exception)
            when (exception is not (BadHttpRequestException or ConnectionResetException) && !context.RequestAborted.IsCancellationRequested)
        {
            throw new BadHttpRequestException($"the form ends too early, or is not multipart/form-data: {exception.Message}", exception);
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }
}
