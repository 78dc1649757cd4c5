using System.IO.Pipelines;
using Microsoft.AspNetCore.Connections.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core.Features;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Sending.AspNetCore;

/// <summary>The body of a response, whose files are sent by FileSender where that can be done. Everything else is as it was.</summary>
/// <param name="context">The request.</param>
/// <param name="body">The body as it was.</param>
/// <param name="metrics">Counts which way files went.</param>
internal sealed class FileSenderBody(HttpContext context, IHttpResponseBodyFeature body, FileSenderMetrics metrics)
    : IHttpResponseBodyFeature
{
    /// <summary>Below this length Kestrel's own way takes no longer.</summary>
    public const long Smallest = 32 << 10;

    private FileResponse? _response;

    /// <inheritdoc/>
    public Stream Stream => body.Stream;

    /// <inheritdoc/>
    public PipeWriter Writer => body.Writer;

    /// <inheritdoc/>
    public void DisableBuffering() => body.DisableBuffering();

    /// <inheritdoc/>
    public Task StartAsync(CancellationToken cancellationToken = default) => body.StartAsync(cancellationToken);

    /// <inheritdoc/>
    public Task CompleteAsync() => body.CompleteAsync();

    /// <inheritdoc/>
    public async Task SendFileAsync(string path, long offset, long? count, CancellationToken cancellationToken = default)
    {
        string? refusal = Refuse(path, offset, count, out SafeFileHandle? file, out FileState state);
        using (file)
        {
            if (file is not null)
            {
                _response ??= new FileResponse(context, body, context.Features.GetRequiredFeature<FileOutput>());
                refusal = await _response.SendAsync(file, state, offset, count ?? state.Length - offset, cancellationToken);
            }
        }

        if (refusal is null)
        {
            metrics.CountFileSender();
            return;
        }

        metrics.CountKestrel(refusal);
        await body.SendFileAsync(path, offset, count, cancellationToken);
    }

    /// <summary>Why the file is sent as it would be without this package; or null, and the open file.</summary>
    private string? Refuse(string path, long offset, long? count, out SafeFileHandle? file, out FileState state)
    {
        (file, state) = (null, default);
        if (count < Smallest)
        {
            return "small";
        }

        if (RefuseConnection() is { } refusal)
        {
            return refusal;
        }

        if (context.Response.StatusCode is StatusCodes.Status204NoContent or StatusCodes.Status205ResetContent
            or StatusCodes.Status304NotModified || HttpMethods.IsHead(context.Request.Method))
        {
            return "no body";
        }

        // What is wrong with a file, or with the part that was asked for, is said by whoever would send it otherwise.
        file = string.IsNullOrEmpty(path) ? null : RegularFile.Open(path);
        if (file is null || RegularFile.StateOf(file) is not { } found)
        {
            refusal = "not opened";
        }
        else
        {
            state = found;
            long left = state.Length - offset;
            refusal = offset < 0 || (count ?? 0) > left ? "not in the file" : (count ?? left) < Smallest ? "small" : null;
        }

        if (refusal is not null)
        {
            file?.Dispose();
            file = null;
        }

        return refusal;
    }

    private string? RefuseConnection()
    {
        if (!OperatingSystem.IsLinux())
        {
            return "platform";
        }

        if (context.Features.Get<ITlsHandshakeFeature>() is not null)
        {
            return "tls";
        }

        if (context.Features.Get<IHttp2StreamIdFeature>() is not null || !HttpProtocol.IsHttp11(context.Request.Protocol))
        {
            return "protocol";
        }

        // Kestrel's own object has all features: another one means that a middleware has put its own body in the place.
        if (!ReferenceEquals(body, context.Features.Get<IHttpBodyControlFeature>()))
        {
            return "body replaced";
        }

        return context.Features.Get<FileOutput>() is { } output
            && ReferenceEquals(output, context.Features.Get<IConnectionTransportFeature>()?.Transport.Output)
            ? null
            : "listener";
    }
}
