using Microsoft.AspNetCore.Http;

namespace FileTransfer.Server.Downloads;

/// <summary>HttpResponse.SendFileAsync, as most programs send a file.</summary>
/// <remarks>
/// Kestrel has no sendfile(2): it opens a FileStream and copies it to the body, 16 KiB at a time (SendFileFallback of ASP.NET Core).
/// </remarks>
internal sealed class ServeSendFileAsync(ServedFolder folder) : IFileServing
{
    /// <inheritdoc/>
    public async Task<Refusal?> ServeAsync(HttpContext context, string name, Action<long> counted)
    {
        if (folder.Look(name, out FileVersion version) is { } refusal)
        {
            return refusal;
        }

        WholeFile.Announce(context.Response, version.Length);
        if (WholeFile.IsWanted(context.Request))
        {
            counted(version.Length);
            await context.Response.SendFileAsync(folder.PathOf(name), offset: 0, version.Length, context.RequestAborted);
        }

        return null;
    }
}
