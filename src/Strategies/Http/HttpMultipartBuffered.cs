using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;

namespace FileTransfer.Strategies.Http;

/// <summary>Reads the whole file into memory, then sends MultipartFormDataContent with a ByteArrayContent.</summary>
public sealed class HttpMultipartBuffered(ConnectionOptions options) : HttpUpload(options)
{
    /// <summary>Listed in <see cref="StrategyCatalog"/>.</summary>
    public static StrategyDescriptor Descriptor { get; } = Describe(
        "http-multipart-buffered",
        "File.ReadAllBytesAsync, HttpClient.SendAsync, MultipartFormDataContent of ByteArrayContent",
        ["pread64", "sendto"],
        options => new HttpMultipartBuffered(options));

    /// <inheritdoc/>
    protected override async ValueTask<Delivery> UploadAsync(Payload payload, CancellationToken cancellationToken)
    {
        byte[] bytes;
        try
        {
            bytes = await File.ReadAllBytesAsync(payload.Path, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw PayloadFile.Unreadable(payload, exception.Message, exception);
        }

        var form = new MultipartFormDataContent
        {
            { new BytesSentOnce(bytes), MultipartForm.FieldName, MultipartForm.EscapedName(payload) },
        };
        return await SendAsync(HttpMethod.Post, form, payload, cancellationToken).ConfigureAwait(false);
    }
}
