using System.Net;
using System.Net.Sockets;
using FileTransfer.Results.Errors;

namespace FileTransfer.Harness.Commands;

/// <summary>Reads the address of a resource on a server of another make.</summary>
internal static class UrlText
{
    /// <summary>An address that can be asked for.</summary>
    /// <exception cref="UsageException">It is none, or its host has no address.</exception>
    public static Uri Read(string text)
    {
        if (!Uri.TryCreate(text, UriKind.Absolute, out Uri? url) || url.Host.Length == 0)
        {
            throw new UsageException($"--url: '{text}' is no address; write http://HOST:PORT/PATH or https://HOST/PATH");
        }

        if (url.Scheme != Uri.UriSchemeHttp && url.Scheme != Uri.UriSchemeHttps)
        {
            throw new UsageException($"--url: '{text}' begins with {url.Scheme}; only http and https can be measured");
        }

        if (url.UserInfo.Length > 0)
        {
            throw new UsageException("--url: a name and a password in the address would be recorded; use --header 'Authorization: …'");
        }

        // A fragment is not sent, and a quote would end the quotes of the command that repeats a run.
        url = new Uri(url.GetComponents(UriComponents.HttpRequestUrl, UriFormat.UriEscaped).Replace("'", "%27", StringComparison.Ordinal));
        return HasAddress(url)
            ? url
            : throw new UsageException($"--url: '{url.Host}' has no address here; give an address, or a name that resolves");
    }

    private static bool HasAddress(Uri url)
    {
        try
        {
            return IPAddress.TryParse(url.DnsSafeHost, out _) || Dns.GetHostAddresses(url.DnsSafeHost).Length > 0;
        }
        catch (SocketException)
        {
            return false;
        }
    }
}
