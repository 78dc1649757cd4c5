using Microsoft.AspNetCore.Http;

namespace FileTransfer.Server.Downloads;

/// <summary>Results.File, the result of a minimal API; it answers ranges and conditions by itself.</summary>
internal sealed class ServeResultsFile(ServedFolder folder) : IFileServing
{
    /// <inheritdoc/>
    public async Task<Refusal?> ServeAsync(HttpContext context, string name, Action<long> counted)
    {
        if (folder.Look(name, out FileVersion version) is { } refusal)
        {
            return refusal;
        }

        counted(version.Length);
        await Results.File(folder.PathOf(name), WholeFile.MediaType, enableRangeProcessing: true).ExecuteAsync(context);
        return null;
    }
}
