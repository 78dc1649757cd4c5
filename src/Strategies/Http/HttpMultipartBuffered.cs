using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;

namespace FileTransfer.Strategies.Http;

/// <summary>Reads the whole file into memory, then sends a ByteArrayContent, in MultipartFormDataContent or alone.</summary>
public sealed class HttpMultipartBuffered(ConnectionOptions options, UploadForm form = UploadForm.Multipart) : HttpUpload(options)
{
    /// <summary>Listed in <see cref="StrategyCatalog"/>.</summary>
    public static StrategyDescriptor Descriptor { get; } = Describe(
        "http-multipart-buffered",
        "File.ReadAllBytesAsync, HttpClient.SendAsync, MultipartFormDataContent of ByteArrayContent",
        ["pread64", "sendto"],
        options => new HttpMultipartBuffered(options));

    /// <summary>The file alone, listed in <see cref="Foreign.UrlStrategy"/>.</summary>
    public static IReadOnlyList<StrategyDescriptor> DescriptorsAlone { get; } = DescribeAlone(
        Descriptor,
        "buffered",
        "File.ReadAllBytesAsync, HttpClient.SendAsync, ByteArrayContent",
        (options, form) => new HttpMultipartBuffered(options, form));

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

        var file = new BytesSentOnce(bytes);
        return await SendFileAsync(file, form, payload, cancellationToken).ConfigureAwait(false);
    }
}
