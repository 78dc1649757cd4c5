using System.Globalization;
using FileTransfer.Strategies.Addresses;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Downloads;
using FileTransfer.Strategies.Http;

namespace FileTransfer.Strategies.Foreign;

/// <summary>Fetches a file from a server of another make once, to know what must come afterwards.</summary>
public static class UrlFetch
{
    /// <summary>Writes the file to a stream.</summary>
    /// <param name="target">The file.</param>
    /// <param name="version">The HTTP version of the request.</param>
    /// <param name="most">Longest file that is taken, in bytes.</param>
    /// <param name="file">Where it is written.</param>
    /// <param name="cancellationToken">Ends the fetch.</param>
    /// <returns>Its length, in bytes.</returns>
    /// <exception cref="TransferException">The server has no such file, or it is too long, too slow or empty.</exception>
    public static async Task<long> ToAsync(
        UrlTarget target, Version version, long most, Stream file, CancellationToken cancellationToken)
    {
        var options = new ConnectionOptions { Endpoint = target.EndPoint(version), Token = null };
        using var connection = new HttpClientConnection(options, inFlight: 1, RequestSentOnce.Begin);
        using HttpRequestMessage request = connection.Request(HttpMethod.Get, "", content: null);
        return await connection.SendAsync(
            request,
            most,
            (response, token) => WriteAsync(target, response, most, file, token),
            cancellationToken).ConfigureAwait(false);
    }

    private static async ValueTask<long> WriteAsync(
        UrlTarget target, HttpResponseMessage response, long most, Stream file, CancellationToken cancellationToken)
    {
        DownloadAnswer.ThrowUnlessWhole(
            (int)response.StatusCode, body: "", response.Headers.Location?.OriginalString ?? "", target);
        System.Net.Http.Headers.HttpContentHeaders headers = response.Content.Headers;
        long? announced = headers.ContentLength;
        DownloadAnswer.ThrowUnlessPlain(
            announced, string.Join(", ", headers.ContentEncoding), headers.ContentRange?.ToString() ?? "", announced ?? 0, target);
        if (announced > most)
        {
            throw TooLong(most);
        }

        byte[] buffer = new byte[1 << 16];
        long length = 0;
        using Stream body = await response.Content.ReadAsStreamAsync(cancellationToken).ConfigureAwait(false);
        while (await body.ReadAsync(buffer, cancellationToken).ConfigureAwait(false) is > 0 and int count)
        {
            length += count;
            if (length > most)
            {
                throw TooLong(most);
            }

            await file.WriteAsync(buffer.AsMemory(0, count), cancellationToken).ConfigureAwait(false);
        }

        return length > 0
            ? length
            : throw new TransferException(TransferErrorKind.Mismatch, "the file is empty; there is nothing to measure");
    }

    private static TransferException TooLong(long most) => new(
        TransferErrorKind.Mismatch,
        string.Create(
            CultureInfo.InvariantCulture,
            $"the file is longer than the {most} bytes that are fetched to know what must come; give a copy of it with --file"));
}
