using System.Text.Json;
using FileTransfer.Server.Hosting;
using FileTransfer.Server.Receivers;
using FileTransfer.Strategies;
using FileTransfer.Strategies.Downloads;
using FileTransfer.Strategies.Http;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;

namespace FileTransfer.Server.Downloads;

/// <summary>Answers requests for files by Kestrel, in the way that each request asks for.</summary>
/// <remarks>
/// It does not use routes: they match the path after Kestrel has decoded it and resolved its dot segments, and the path must be read as
/// the client wrote it.
/// </remarks>
internal sealed class DownloadHandler
{
    private readonly ServedFolder? _folder;
    private readonly RequestFaults _faults;
    private readonly Action<long> _count;
    private readonly Dictionary<string, IFileServing> _ways = [];

    /// <param name="folder">The served files; null when the server was told none.</param>
    /// <param name="counters">Counts the files that are sent.</param>
    /// <param name="faults">Counts and tells of those that are not.</param>
    public DownloadHandler(ServedFolder? folder, ReceiverCounters counters, RequestFaults faults)
    {
        _folder = folder;
        _faults = faults;
        _count = length => counters.Drained(length);
    }

    /// <summary>Answers every request below the prefix of served files, and hands the others on.</summary>
    public void MapTo(IApplicationBuilder application)
    {
        if (_folder is not null)
        {
            _ways[ServingWay.SendFileAsync.Name] = new ServeSendFileAsync(_folder);
            _ways[ServingWay.Copy.Name] = new ServeCopy(_folder);
            _ways[ServingWay.BodyWriter4K.Name] = new ServeBodyWriter(_folder, 4 << 10);
            _ways[ServingWay.BodyWriter64K.Name] = new ServeBodyWriter(_folder, 64 << 10);
            _ways[ServingWay.BodyWriter256K.Name] = new ServeBodyWriter(_folder, 256 << 10);
            _ways[ServingWay.StaticFiles.Name] = new ServeStaticFiles(_folder, application.New());
            _ways[ServingWay.ResultsFile.Name] = new ServeResultsFile(_folder);
            _ways[ServingWay.KestrelSocket.Name] = new ServeKestrelSocket(_folder);
        }

        application.Use(next => context =>
        {
            string target = context.Features.GetRequiredFeature<IHttpRequestFeature>().RawTarget;
            return DownloadTarget.IsOne(target) ? AnswerAsync(context, target) : next(context);
        });
    }

    private static async Task RefuseAsync(HttpContext context, Refusal refusal)
    {
        byte[] json = JsonSerializer.SerializeToUtf8Bytes(new UploadError(refusal.Reason), ServerJson.Default.UploadError);
        context.Response.StatusCode = refusal.Status;
        context.Response.ContentType = "application/json";
        context.Response.ContentLength = json.Length;
        if (!HttpMethods.IsHead(context.Request.Method))
        {
            await context.Response.Body.WriteAsync(json, context.RequestAborted);
        }
    }

    private async Task AnswerAsync(HttpContext context, string target)
    {
        try
        {
            if (await ServeAsync(context, target) is { } refusal)
            {
                bool isAbsent = refusal.Status is StatusCodes.Status404NotFound or StatusCodes.Status403Forbidden;
                _faults.Add(context, isAbsent ? "no-file" : RequestFaults.BadRequest, $"was refused a file with {refusal.Status}");
                await RefuseAsync(context, refusal);
            }
        }
        catch (Exception exception) when (exception is IOException or OperationCanceledException or InvalidOperationException)
        {
            // The client is gone, or the file ended before its announced length: the response is broken off, and never filled up.
            if (context.RequestAborted.IsCancellationRequested)
            {
                _faults.AddLost(context);
            }
            else
            {
                _faults.Add(context, "file-changed", "was broken off: the file changed while it was sent");
            }

            context.Abort();
        }
    }

    private Task<Refusal?> ServeAsync(HttpContext context, string target)
    {
        string method = context.Request.Method;
        if (!HttpMethods.IsGet(method) && !HttpMethods.IsHead(method))
        {
            context.Response.Headers.Allow = "GET, HEAD";
            return Task.FromResult<Refusal?>(new Refusal(StatusCodes.Status405MethodNotAllowed, "files are served to GET and HEAD"));
        }

        Refusal? refusal = DownloadTarget.Parse(target, out string way, out string name);
        if (refusal is null && _folder is null)
        {
            refusal = Refusal.NotFound("this server serves no files: start it with --files and a folder");
        }

        if (refusal is null && !_ways.ContainsKey(way))
        {
            refusal = Refusal.NotFound($"there is no such way of serving here; there are {string.Join(", ", _ways.Keys)}");
        }

        return refusal is null ? _ways[way].ServeAsync(context, name, Counted(context)) : Task.FromResult<Refusal?>(refusal);
    }

    /// <summary>Counts whole files only: a part of one, its head, or the news that it has not changed is no delivery.</summary>
    private Action<long> Counted(HttpContext context)
    {
        IHeaderDictionary headers = context.Request.Headers;
        bool isWhole = HttpMethods.IsGet(context.Request.Method)
            && headers.Range.Count + headers.IfNoneMatch.Count + headers.IfModifiedSince.Count == 0;
        return isWhole ? _count : static _ => { };
    }
}
