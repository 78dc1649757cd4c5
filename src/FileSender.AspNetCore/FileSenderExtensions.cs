using FileTransfer.Sending;
using FileTransfer.Sending.AspNetCore;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;

// Where web projects look without a using directive of their own.
namespace Microsoft.AspNetCore.Builder;

/// <summary>Lets Kestrel send files by sendfile(2): one line for a listener and one for the application.</summary>
/// <example>
/// <code>
/// builder.WebHost.ConfigureKestrel(kestrel => kestrel.ListenLocalhost(8080, listen => listen.UseFileSender()));
/// app.UseFileSender();
/// </code>
/// </example>
public static class FileSenderExtensions
{
    // One for the process: it keeps a few buffers.
    private static readonly FileSender s_sender = new();

    /// <summary>Lets files be sent from beneath Kestrel over the connections of a listener.</summary>
    /// <remarks>
    /// Files are sent so over HTTP/1.1 without TLS, on Linux. Everything else that goes over these connections is passed on as it is.
    /// </remarks>
    /// <param name="listen">The listener. Middleware of connections that changes bytes, such as UseHttps, may come before or after.</param>
    /// <returns>The listener.</returns>
    public static ListenOptions UseFileSender(this ListenOptions listen)
    {
        ArgumentNullException.ThrowIfNull(listen);
        if (OperatingSystem.IsLinux())
        {
            listen.Use(next => connection => FileOutput.RunAsync(next, connection, s_sender));
        }

        return listen;
    }

    /// <summary>
    /// Sends the files of all responses behind this line by <see cref="FileSender"/> where the connection allows it: those of
    /// UseStaticFiles, Results.File and Response.SendFileAsync.
    /// </summary>
    /// <remarks>
    /// The counter <c>filesender.files</c> of the meter <c>FileTransfer.FileSender</c> tells how many went which way, and why.
    /// </remarks>
    /// <param name="application">The application. Put the line first: only what comes behind it is served so.</param>
    /// <returns>The application.</returns>
    public static IApplicationBuilder UseFileSender(this IApplicationBuilder application)
    {
        ArgumentNullException.ThrowIfNull(application);
        FileSenderMetrics metrics = ActivatorUtilities.CreateInstance<FileSenderMetrics>(application.ApplicationServices);
        return application.Use(next => context =>
        {
            if (context.Features.Get<IHttpResponseBodyFeature>() is { } body)
            {
                context.Features.Set<IHttpResponseBodyFeature>(new FileSenderBody(context, body, metrics));
            }

            return next(context);
        });
    }
}
