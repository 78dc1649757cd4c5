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
        var form = new MultipartFormDataContent
        {
            { new StreamSentOnce(PayloadFile.OpenStream(payload)), MultipartForm.FieldName, MultipartForm.EscapedName(payload) },
        };
        return await SendAsync(HttpMethod.Post, form, payload, cancellationToken).ConfigureAwait(false);
    }
}
