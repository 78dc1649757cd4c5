using System.IO.Pipelines;
using Microsoft.AspNetCore.Http;

namespace FileTransfer.Server.Downloads;

/// <summary>Reads the file into the memory of the response's PipeWriter, and flushes after every read.</summary>
/// <param name="folder">The served files.</param>
/// <param name="size">Most bytes of a read.</param>
internal sealed class ServeBodyWriter(ServedFolder folder, int size) : IFileServing
{
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
            if (!WholeFile.IsWanted(context.Request))
            {
                return null;
            }

            counted(file.Length);
            // Before that, Kestrel lends memory of its own and copies it behind the head later.
            await context.Response.StartAsync(context.RequestAborted);
            PipeWriter writer = context.Response.BodyWriter;
            for (long offset = 0; offset < file.Length;)
            {
                int count = Read(file, writer.GetMemory(size).Span, offset);
                writer.Advance(count);
                offset += count;
                if ((await writer.FlushAsync(context.RequestAborted)).IsCompleted && offset < file.Length)
                {
                    throw new OperationCanceledException("the client is gone");
                }
            }
        }

        return null;
    }

    /// <exception cref="IOException">The file ended early.</exception>
    private int Read(ServedFile file, Span<byte> memory, long offset)
    {
        int wanted = (int)Math.Min(Math.Min(size, memory.Length), file.Length - offset);
        int count = RandomAccess.Read(file.Handle, memory[..wanted], offset);
        return count > 0 ? count : throw new IOException($"the file ended at byte {offset} of {file.Length}");
    }
}
