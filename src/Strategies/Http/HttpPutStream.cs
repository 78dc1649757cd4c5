using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;

namespace FileTransfer.Strategies.Http;

/// <summary>Sends the file alone as the body of a PUT, with StreamContent.</summary>
public sealed class HttpPutStream(ConnectionOptions options) : HttpUpload(options)
{
    /// <summary>Listed in <see cref="StrategyCatalog"/>.</summary>
    public static StrategyDescriptor Descriptor { get; } = Describe(
        "http-put-stream",
        "HttpClient.SendAsync, PUT of StreamContent(FileStream), length known",
        ["pread64", "sendto"],
        options => new HttpPutStream(options));

    /// <inheritdoc/>
    protected override async ValueTask<Delivery> UploadAsync(Payload payload, CancellationToken cancellationToken)
    {
        var content = new StreamSentOnce(PayloadFile.OpenStream(payload));
        content.Headers.ContentLength = payload.Length;
        return await SendAsync(HttpMethod.Put, content, payload, cancellationToken).ConfigureAwait(false);
    }
}
