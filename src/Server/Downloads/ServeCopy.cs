using Microsoft.AspNetCore.Http;

namespace FileTransfer.Server.Downloads;

/// <summary>FileStream.CopyToAsync to the body of the response, with a buffer of 256 KiB.</summary>
internal sealed class ServeCopy(ServedFolder folder) : IFileServing
{
    private const int BufferSize = 256 << 10;

    /// <inheritdoc/>
    public async Task<Refusal?> ServeAsync(HttpContext context, string name, Action<long> counted)
    {
        if (folder.OpenFile(name, out ServedFile? file) is { } refusal)
        {
            return refusal;
        }

        using (file)
        {
            WholeFile.Announce(context.Response, file!.Length);
            if (WholeFile.IsWanted(context.Request))
            {
                counted(file.Length);
                // No buffer of its own: the copy reads as much as the other buffer holds.
                using var stream = new FileStream(file.Handle, FileAccess.Read, bufferSize: 0);
                await stream.CopyToAsync(context.Response.Body, BufferSize, context.RequestAborted);
                if (stream.Position != file.Length)
                {
                    throw new IOException($"the file ended at byte {stream.Position} of {file.Length}");
                }
            }
        }

        return null;
    }
}
