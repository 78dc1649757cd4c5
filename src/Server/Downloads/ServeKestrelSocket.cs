using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core.Features;

namespace FileTransfer.Server.Downloads;

/// <summary>Kestrel writes the head, and FileSender sends the file over Kestrel's socket: <see cref="SocketOutput"/>.</summary>
internal sealed class ServeKestrelSocket(ServedFolder folder) : IFileServing
{
    /// <inheritdoc/>
    public async Task<Refusal?> ServeAsync(HttpContext context, string name, Action<long> counted)
    {
        if (context.Features.Get<SocketOutput>() is not { } output)
        {
            return Refusal.NotFound("kestrel-socket is served by the receiver http-kestrel-socket alone");
        }

        if (folder.OpenFile(name, out ServedFile? file) is { } refusal)
        {
            return refusal;
        }

        using (file)
        {
            WholeFile.Announce(context.Response, file!.Length);
            if (!WholeFile.IsWanted(context.Request))
            {
                return null;
            }

            counted(file.Length);
            // Kestrel would allow the time for the head alone. The watch over its connections ends a client that does not read.
            context.Features.GetRequiredFeature<IHttpMinResponseDataRateFeature>().MinDataRate = null;
            await context.Response.StartAsync(context.RequestAborted);
            await output.SendFileAsync(context.Response.BodyWriter, file.Handle, file.Length, context.RequestAborted);
            if (file.WasWrittenTo())
            {
                output.ResetAtEnd();
                throw new IOException("the file was written to while it was sent");
            }
        }

        return null;
    }
}
