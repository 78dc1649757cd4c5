using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;

namespace FileTransfer.Strategies.Http;

/// <summary>The idiomatic upload: MultipartFormDataContent with a StreamContent of known length.</summary>
public sealed class HttpMultipartStream(ConnectionOptions options) : HttpUpload(options)
{
    /// <summary>Listed in <see cref="StrategyCatalog"/>.</summary>
    public static StrategyDescriptor Descriptor { get; } = Describe(
        "http-multipart-stream",
        "HttpClient.SendAsync, MultipartFormDataContent of StreamContent(FileStream), length known",
        ["pread64", "sendto"],
        options => new HttpMultipartStream(options));

    /// <inheritdoc/>
    protected override async ValueTask<Delivery> UploadAsync(Payload payload, CancellationToken cancellationToken)
    {
        var file = new StreamSentOnce(PayloadFile.OpenStream(payload));
        return await SendFileAsync(file, UploadForm.Multipart, payload, cancellationToken).ConfigureAwait(false);
    }
}
