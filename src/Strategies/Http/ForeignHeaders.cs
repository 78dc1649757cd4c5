using FileTransfer.Strategies.Addresses;

namespace FileTransfer.Strategies.Http;

/// <summary>Adds the header lines that the user wants to requests to a server of another make.</summary>
internal static class ForeignHeaders
{
    /// <summary>The lines as HTTP/1.1 writes them; empty when there are none.</summary>
    public static string HeaderLines(this UrlTarget target) => string.Concat(target.Options.Headers.Select(line => $"{line}\r\n"));

    /// <summary>Adds the headers to a request of HttpClient.</summary>
    public static void AddHeaders(this UrlTarget target, HttpRequestMessage request)
    {
        foreach (string line in target.Options.Headers)
        {
            int colon = line.IndexOf(':', StringComparison.Ordinal);
            (string name, string value) = (line[..colon], line[(colon + 1)..].Trim());
            if (!request.Headers.TryAddWithoutValidation(name, value))
            {
                // HttpClient keeps headers that describe a body, such as Content-Type, with the body.
                request.Content?.Headers.Remove(name);
                request.Content?.Headers.TryAddWithoutValidation(name, value);
            }
        }
    }
}
