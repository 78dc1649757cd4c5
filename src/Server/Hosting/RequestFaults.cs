using System.Net;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Receivers;
using Microsoft.AspNetCore.Http;

namespace FileTransfer.Server.Hosting;

/// <summary>Counts what goes wrong with the requests of a Kestrel, and tells each on one line.</summary>
/// <param name="receiver">The receiver's kind.</param>
/// <param name="options">Where faults of the server are written.</param>
/// <param name="counters">Counts them.</param>
/// <param name="log">Tells what peers do wrong.</param>
internal sealed class RequestFaults(string receiver, ServerOptions options, ReceiverCounters counters, ConnectionLog log)
{
    /// <summary>Kind of error: the request is none that is answered.</summary>
    public const string BadRequest = "bad-request";

    /// <summary>Marks a request of which was told already: each has one line.</summary>
    private static readonly object s_isTold = new();

    /// <summary>Counts and tells what a peer did wrong, or what became of its request; the words are the server's own.</summary>
    public void Add(HttpContext context, string kind, string words)
    {
        Mark(context);
        counters.Failed(kind);
        log.Write(PeerOf(context), words);
    }

    /// <summary>Counts and tells what also ends the connection, over HTTP/1.1: where the next request would begin is not known.</summary>
    public void AddEnd(HttpContext context, string kind, string words)
    {
        Add(context, kind, words);
        if (!HttpProtocol.IsHttp11(context.Request.Protocol))
        {
            return;
        }

        if (ConnectionMark.Of(context) is { } mark)
        {
            mark.IsEnded = true;
        }

        if (!context.Response.HasStarted)
        {
            context.Response.Headers.Connection = "close";
        }
    }

    /// <summary>Counts a peer that went before it had its answer, unless it was told why the connection ends.</summary>
    public void AddLost(HttpContext context)
    {
        if (ConnectionMark.Of(context) is not { IsEnded: true })
        {
            AddUnlessTold(context, FrameChannel.ConnectionLost, "was lost before it had its answer");
        }
    }

    /// <summary>Counts a request that was refused, unless somebody told of it who knew more.</summary>
    public void AddRefusal(HttpContext context, string words) => AddUnlessTold(context, BadRequest, words);

    /// <summary>Counts a fault of the server, and writes from what a person can find it.</summary>
    public void AddFailure(HttpContext context, Exception exception)
    {
        Mark(context);
        counters.Failed("receiver-failure");
        FailureLog.Write(options.Errors, receiver, PeerOf(context), exception);
    }

    /// <summary>Whatever the handlers behind it throw ends their request alone, and is counted and told.</summary>
    public async Task GuardAsync(RequestDelegate next, HttpContext context)
    {
        try
        {
            await next(context);
        }
        catch (BadHttpRequestException exception)
        {
            AddRefusal(context, $"sent a request that was refused with {exception.StatusCode}");
            // Kestrel answers with its status.
            throw;
        }
        catch (Exception exception)
            when (exception is OperationCanceledException or IOException && context.RequestAborted.IsCancellationRequested)
        {
            AddLost(context);
        }
        catch (Exception exception)
        {
            AddFailure(context, exception);
            if (context.Response.HasStarted)
            {
                // A client must not take half an answer for a whole one.
                context.Abort();
                return;
            }

            context.Response.Clear();
            context.Response.StatusCode = StatusCodes.Status500InternalServerError;
        }
    }

    private void AddUnlessTold(HttpContext context, string kind, string words)
    {
        if (context.Items[s_isTold] is null)
        {
            Add(context, kind, words);
        }
    }

    private static void Mark(HttpContext context)
    {
        context.Items[s_isTold] = true;
        if (ConnectionMark.Of(context) is { } mark)
        {
            mark.IsTold = true;
        }
    }

    private static string PeerOf(HttpContext context) => context.Connection.RemoteIpAddress is { } address
        ? new IPEndPoint(address, context.Connection.RemotePort).ToString()
        : "a connection";
}
