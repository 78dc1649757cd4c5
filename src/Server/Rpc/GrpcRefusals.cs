using FileTransfer.Server.Hosting;
using FileTransfer.Strategies.Rpc;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.Extensions.Primitives;

namespace FileTransfer.Server.Rpc;

/// <summary>
/// Counts and tells the calls that Grpc.AspNetCore refuses by itself, before the service is reached: a message that is too long or none,
/// compressed in a way it does not know, of a method that there is not.
/// </summary>
internal static class GrpcRefusals
{
    private const string Status = "grpc-status";

    /// <summary>Looks at every call of a service once it is answered.</summary>
    public static void Tell(IEndpointConventionBuilder service, RequestFaults faults) => service.Add(endpoint =>
    {
        if (endpoint.RequestDelegate is { } answer)
        {
            endpoint.RequestDelegate = context => AnswerAsync(answer, context, faults);
        }
    });

    private static async Task AnswerAsync(RequestDelegate answer, HttpContext context, RequestFaults faults)
    {
        await answer(context);
        if (context.RequestAborted.IsCancellationRequested)
        {
            faults.AddLost(context);
            return;
        }

        if (context.Response.StatusCode >= StatusCodes.Status400BadRequest)
        {
            faults.AddRefusal(context, $"was refused a call with {context.Response.StatusCode}");
            return;
        }

        if (StatusOf(context.Response) is not { } status || status == "0")
        {
            return;
        }

        string code = RpcCode.OfGrpc((int)(RpcCode.Number(status) ?? -1));
        if (code is RpcCode.Canceled or RpcCode.DeadlineExceeded)
        {
            // By the client's own wish, or its own limit.
            faults.AddLost(context);
        }
        else
        {
            faults.AddRefusal(context, $"was refused a call with {code}");
        }
    }

    /// <summary>It is in the headers of an answer that has nothing else ("Trailers-Only"), or behind the messages.</summary>
    private static string? StatusOf(HttpResponse response) =>
        response.Headers.TryGetValue(Status, out StringValues status)
        || response.HttpContext.Features.Get<IHttpResponseTrailersFeature>()?.Trailers.TryGetValue(Status, out status) == true
            ? status.ToString()
            : null;
}
