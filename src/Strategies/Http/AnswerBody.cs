using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Http;

/// <summary>Reads the body of an answer to an upload through HttpClient, up to a length.</summary>
/// <remarks>MaxResponseContentBufferSize limits only reads that HttpClient makes itself.</remarks>
internal static class AnswerBody
{
    /// <summary>Reads a body to its end.</summary>
    /// <param name="content">The body.</param>
    /// <param name="most">Longest body in bytes.</param>
    /// <param name="cancellationToken">Ends the call.</param>
    /// <exception cref="TransferException">It is longer.</exception>
    public static Task<byte[]> ReadAsync(HttpContent content, int most, CancellationToken cancellationToken) =>
        content.Headers.ContentLength <= most
            ? content.ReadAsByteArrayAsync(cancellationToken)
            : ReadUnknownAsync(content, most, cancellationToken);

    private static async Task<byte[]> ReadUnknownAsync(HttpContent content, int most, CancellationToken cancellationToken)
    {
        byte[] body = new byte[most + 1];
        Stream stream = await content.ReadAsStreamAsync(cancellationToken).ConfigureAwait(false);
        int count = await stream.ReadAtLeastAsync(body, body.Length, throwOnEndOfStream: false, cancellationToken).ConfigureAwait(false);
        return count <= most
            ? body[..count]
            : throw new TransferException(
                TransferErrorKind.Rejected,
                $"the server's answer is longer than {most} bytes: that is not an acknowledgement; "
                + (most == UploadAnswer.MostBytes ? "is it a FileTransfer server?" : "does this address take uploads?"));
    }
}
