using Microsoft.AspNetCore.Http;

namespace FileTransfer.Server.Downloads;

/// <summary>One way of serving a file by Kestrel.</summary>
internal interface IFileServing
{
    /// <summary>Answers a GET or HEAD for a file.</summary>
    /// <param name="context">The request, of which nothing has been answered.</param>
    /// <param name="name">Name of a file in the served folder, as <see cref="DownloadTarget"/> reads it.</param>
    /// <param name="counted">Called with the file's length before its content is sent, so that a client that has it is counted.</param>
    /// <returns>Null when the file was sent, or why it was not: then nothing was.</returns>
    Task<Refusal?> ServeAsync(HttpContext context, string name, Action<long> counted);
}
