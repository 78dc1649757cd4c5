using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Downloads;

/// <summary>Has HttpClient copy the response to a stream that discards it.</summary>
public sealed class GetCopyTo : HttpClientDownload
{
    private const string Reader = "get-copy-to";
    private const string Mechanism = "HttpClient, HttpContent.CopyToAsync";

    private GetCopyTo(ConnectionOptions options, ServingWay? way)
        : base(options, way)
    {
    }

    /// <summary>One way of serving is enough to compare the two ways of reading.</summary>
    public static StrategyDescriptor Descriptor { get; } = Describe(
        ServingWay.SendFileAsync,
        Reader,
        Mechanism,
        options => new GetCopyTo(options, ServingWay.SendFileAsync));

    /// <summary>The same client for any address.</summary>
    public static StrategyDescriptor DescriptorOfUrl { get; } =
        Describe(Reader, Mechanism, options => new GetCopyTo(options, way: null));

    /// <inheritdoc/>
    private protected override async ValueTask DiscardAsync(HttpContent content, FileSink file, CancellationToken cancellationToken) =>
        await content.CopyToAsync(file, cancellationToken).ConfigureAwait(false);
}
