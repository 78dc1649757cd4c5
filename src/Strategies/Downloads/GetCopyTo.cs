using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Downloads;

/// <summary>Has HttpClient copy the response to a stream that discards it.</summary>
public sealed class GetCopyTo : HttpClientDownload
{
    private GetCopyTo(ConnectionOptions options, ServingWay way)
        : base(options, way)
    {
    }

    /// <summary>One way of serving is enough to compare the two ways of reading.</summary>
    public static StrategyDescriptor Descriptor { get; } = Describe(
        ServingWay.SendFileAsync,
        "get-copy-to",
        "HttpClient, HttpContent.CopyToAsync",
        options => new GetCopyTo(options, ServingWay.SendFileAsync));

    /// <inheritdoc/>
    private protected override async ValueTask DiscardAsync(HttpContent content, FileSink file, CancellationToken cancellationToken) =>
        await content.CopyToAsync(file, cancellationToken).ConfigureAwait(false);
}
