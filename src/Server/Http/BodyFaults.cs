using System.Globalization;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Hosting;
using FileTransfer.Server.Receivers;
using Microsoft.AspNetCore.Http;

namespace FileTransfer.Server.Http;

/// <summary>What can be wrong with the body of an upload: how it is counted, and in which words it is told.</summary>
internal sealed class BodyFaults(ServerOptions options)
{
    /// <summary>Under this key a request that failed says how many bytes of its file had come.</summary>
    private static readonly object s_drained = new();

    /// <summary>Notes how many bytes of the file had come when its body ended too early.</summary>
    public static void StoppedAfter(HttpContext context, long bytes) => context.Items[s_drained] = bytes;

    /// <summary>Checks a body that was begun at <see cref="Environment.TickCount64"/>.</summary>
    /// <exception cref="BadHttpRequestException">The body takes longer than <see cref="ServerOptions.FrameTimeout"/>.</exception>
    public void ThrowIfTooSlow(long begun)
    {
        if (Environment.TickCount64 - begun >= options.FrameTimeout.TotalMilliseconds)
        {
            throw new BadHttpRequestException(EventWords.TookLonger(options.FrameTimeout), StatusCodes.Status408RequestTimeout);
        }
    }

    /// <summary>Checks how much of a body has come, or is announced.</summary>
    /// <exception cref="BadHttpRequestException">The body is longer than <see cref="ServerOptions.MaximumLength"/>.</exception>
    public void ThrowIfTooLarge(long bytes)
    {
        if (bytes > options.MaximumLength)
        {
            throw new BadHttpRequestException("too large", StatusCodes.Status413PayloadTooLarge);
        }
    }

    /// <summary>The error message for the sender; for a body that is too long with its length and the limit.</summary>
    public string Reason(HttpContext context, BadHttpRequestException exception)
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

    /// <summary>True when Kestrel could not read the body: where the next request would begin is not known then.</summary>
    public static bool IsOfKestrel(BadHttpRequestException exception) => exception.GetType() != typeof(BadHttpRequestException);

    /// <summary>How a bad request is counted, and what is told of it in words that are never the sender's.</summary>
    public (string Kind, string Words) Told(HttpContext context, BadHttpRequestException exception)
    {
        bool isOfKestrel = IsOfKestrel(exception);
        return exception.StatusCode switch
        {
            StatusCodes.Status413PayloadTooLarge => ("too-large", Reason(context, exception)),
            StatusCodes.Status408RequestTimeout when isOfKestrel =>
                (FrameChannel.TooSlow, $"was given up{Position(context)}: it moves fewer bytes than --min-rate"),
            StatusCodes.Status408RequestTimeout => (FrameChannel.TooSlow, $"was given up{Position(context)}: {exception.Message}"),
            // Of a body whose length is announced nothing else can be wrong.
            _ when isOfKestrel && context.Request.ContentLength is not null => (FrameChannel.ConnectionLost, Truncated(context)),
            _ when isOfKestrel => (RequestFaults.BadRequest, $"sent a body that is truncated or malformed{Position(context)}"),
            int status => (RequestFaults.BadRequest, $"sent an upload that was refused with {status}{Position(context)}"),
        };
    }

    /// <summary>Kestrel tells the end of a connection within a body in one way or another, as it happens.</summary>
    public static string Truncated(HttpContext context) => $"was truncated{Position(context)}";

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
}
