using FileTransfer.Sending.AspNetCore;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core.Features;

namespace FileTransfer.Server.Downloads;

/// <summary>Kestrel writes the head, and FileSender sends the file over Kestrel's socket: <see cref="FileResponse"/>.</summary>
internal sealed class ServeKestrelSocket(ServedFolder folder) : IFileServing
{
    /// <inheritdoc/>
    public async Task<Refusal?> ServeAsync(HttpContext context, string name, Action<long> counted)
    {
        if (context.Features.Get<FileOutput>() is not { } output)
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
            // The watch over the receiver's connections ends a client that does not read, and says so.
            context.Features.GetRequiredFeature<IHttpMinResponseDataRateFeature>().MinDataRate = null;
            var response = new FileResponse(context, context.Features.GetRequiredFeature<IHttpResponseBodyFeature>(), output);
            FileState state = RegularFile.StateOf(file.Handle) ?? throw new IOException("the file cannot be looked at");
            if (await response.SendAsync(file.Handle, state, offset: 0, file.Length, context.RequestAborted) is { } reason)
            {
                throw new InvalidOperationException($"the file cannot be sent beneath Kestrel: {reason}");
            }
        }

        return null;
    }
}
