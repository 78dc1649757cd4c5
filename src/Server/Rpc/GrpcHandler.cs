using System.Globalization;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Rpc;
using Google.Protobuf;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;

namespace FileTransfer.Server.Rpc;

/// <summary>
/// The same method in gRPC's framing over HTTP/2 (grpc/doc/PROTOCOL-HTTP2.md): a prefix before each message, the status behind it.
/// </summary>
internal sealed class GrpcHandler(PayloadsService service)
{
    /// <summary>Adds the routes: every other method of the service is one that is not implemented.</summary>
    public void MapTo(IEndpointRouteBuilder application)
    {
        application.MapPost(RpcContract.GrpcPath, AnswerAsync);
        application.MapPost("/filetransfer.Payloads/{method}", NoMethodAsync);
    }

    private static Task FailAsync(HttpContext context, string code, string message)
    {
        // "Trailers-Only": a failed call has headers alone.
        context.Response.ContentType = RpcContract.Grpc;
        context.Response.Headers["grpc-status"] = RpcCode.ToGrpc(code).ToString(CultureInfo.InvariantCulture);
        context.Response.Headers["grpc-message"] = Uri.EscapeDataString(message);
        return Task.CompletedTask;
    }

    private Task NoMethodAsync(HttpContext context)
    {
        var exception = new RpcException(
            RpcCode.Unimplemented,
            TransferErrorKind.Rejected,
            $"there is no method {context.Request.Path}");
        TwirpError error = service.Refuse(context, exception);
        return FailAsync(context, error.Code, error.Msg);
    }

    private async Task AnswerAsync(HttpContext context)
    {
        if (!HttpProtocol.IsHttp2(context.Request.Protocol)
            || context.Request.ContentType?.StartsWith(RpcContract.Grpc, StringComparison.Ordinal) != true)
        {
            context.Response.StatusCode = StatusCodes.Status415UnsupportedMediaType;
            return;
        }

        // Routes take upper case for lower, and do not look at a slash at the end; methods are told apart by their letters.
        if (context.Request.Path.Value != RpcContract.GrpcPath)
        {
            await NoMethodAsync(context);
            return;
        }

        try
        {
            LentMessage lent = service.Fetch(await ReadAsync(context.Request), context.Response);
            PreparedMessage message = lent.Message;
            bool isPacked = context.Request.Headers["grpc-accept-encoding"]
                .ToString()
                .Split(',', StringSplitOptions.TrimEntries)
                .Contains(RpcContract.Gzip);
            context.Response.ContentType = RpcContract.Grpc;
            if (isPacked)
            {
                context.Response.Headers["grpc-encoding"] = RpcContract.Gzip;
            }

            context.Response.DeclareTrailer("grpc-status");
            byte[] prefix = new byte[RpcContract.GrpcPrefix];
            GrpcFrame.WritePrefix(prefix, isPacked, isPacked ? lent.Packed.Length : message.Length);
            await context.Response.BodyWriter.WriteAsync(prefix, context.RequestAborted);
            await service.SendAsync(lent, isPacked, context.Response);
            context.Response.AppendTrailer("grpc-status", "0");
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
            await FailAsync(context, error.Code, error.Msg);
        }
    }

    private static async Task<FetchRequest> ReadAsync(HttpRequest request)
    {
        using var body = new MemoryStream(await PayloadsService.ReadAsync(request), writable: false);
        if (await GrpcFrame.ReadPrefixAsync(body, CancellationToken.None) is not { } prefix || prefix.Length != body.Length - body.Position)
        {
            throw new RpcException(RpcCode.Malformed, TransferErrorKind.Rejected, "the request is not one message of gRPC");
        }

        if (prefix.IsCompressed)
        {
            throw new RpcException(RpcCode.Unimplemented, TransferErrorKind.Rejected, "compressed requests are not read");
        }

        try
        {
            return FetchRequest.Parser.ParseFrom(body);
        }
        catch (InvalidProtocolBufferException exception)
        {
            throw new RpcException(
                RpcCode.Malformed,
                TransferErrorKind.Rejected,
                $"the request is no FetchRequest: {exception.Message}",
                exception);
        }
    }
}
