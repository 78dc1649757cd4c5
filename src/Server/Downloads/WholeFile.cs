using Microsoft.AspNetCore.Http;

namespace FileTransfer.Server.Downloads;

/// <summary>The head of a response that is a whole file, for ways of serving that leave it to the program.</summary>
internal static class WholeFile
{
    /// <summary>Media type of every file.</summary>
    public const string MediaType = "application/octet-stream";

    /// <summary>Sets the length and the media type.</summary>
    public static void Announce(HttpResponse response, long length)
    {
        response.ContentLength = length;
        response.ContentType = MediaType;
    }

    /// <summary>False for a request that asks for the head alone.</summary>
    public static bool IsWanted(HttpRequest request) => !HttpMethods.IsHead(request.Method);
}
