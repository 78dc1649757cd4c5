using FileTransfer.Strategies.Addresses;

namespace FileTransfer.Strategies.Http;

/// <summary>
/// Adds header lines to requests to a server of another make: those that the user wants, and the part of the file that is asked for.
/// </summary>
internal static class ForeignHeaders
{
    /// <summary>The lines as HTTP/1.1 writes them; empty when there are none.</summary>
    public static string HeaderLines(this UrlTarget target) => string.Concat(
        [.. target.Options.Headers.Select(line => $"{line}\r\n"), target.Range is { } range ? $"Range: {range.Asked}\r\n" : ""]);

    /// <summary>True when the user wants a header to have another value than ours.</summary>
    public static bool Names(this UrlTarget target, string header) =>
        target.Options.Headers.Any(line => line.StartsWith($"{header}:", StringComparison.OrdinalIgnoreCase));

    /// <summary>Adds the headers to a request of HttpClient.</summary>
    public static void AddHeaders(this UrlTarget target, HttpRequestMessage request)
    {
        if (target.Range is { } range)
        {
            request.Headers.TryAddWithoutValidation("Range", range.Asked);
        }

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
