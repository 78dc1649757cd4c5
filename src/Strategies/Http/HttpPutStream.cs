using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;

namespace FileTransfer.Strategies.Http;

/// <summary>Sends the file alone as the body of a PUT or a POST, with StreamContent.</summary>
public sealed class HttpPutStream(ConnectionOptions options, UploadForm form = UploadForm.Put) : HttpUpload(options)
{
    /// <summary>Listed in <see cref="StrategyCatalog"/>.</summary>
    public static StrategyDescriptor Descriptor { get; } = Describe(
        "http-put-stream",
        "HttpClient.SendAsync, PUT of StreamContent(FileStream), length known",
        ["pread64", "sendto"],
        options => new HttpPutStream(options));

    /// <summary>By POST, listed in <see cref="Foreign.UrlStrategy"/>.</summary>
    public static StrategyDescriptor DescriptorPost { get; } = Describe(
        "http-post-stream",
        "HttpClient.SendAsync, POST of StreamContent(FileStream), length known",
        ["pread64", "sendto"],
        options => new HttpPutStream(options, UploadForm.Post));

    /// <inheritdoc/>
    protected override async ValueTask<Delivery> UploadAsync(Payload payload, CancellationToken cancellationToken)
    {
        var file = new StreamSentOnce(PayloadFile.OpenStream(payload));
        file.Headers.ContentLength = payload.Length;
        return await SendFileAsync(file, form, payload, cancellationToken).ConfigureAwait(false);
    }
}
