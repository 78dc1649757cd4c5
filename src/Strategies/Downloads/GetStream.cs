using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Downloads;

/// <summary>Reads the response of HttpClient as a stream, into one buffer again and again.</summary>
public sealed class GetStream : HttpClientDownload
{
    private const int BufferSize = 64 << 10;

    private readonly byte[] _buffer = GC.AllocateUninitializedArray<byte>(BufferSize);

    private GetStream(ConnectionOptions options, ServingWay? way)
        : base(options, way)
    {
    }

    private const string Reader = "get-stream";
    private const string Mechanism = "HttpClient, Stream.ReadAsync, 64 KiB buffer";

    /// <summary>One for every way of serving.</summary>
    public static IReadOnlyList<StrategyDescriptor> Descriptors { get; } =
        [.. ServingWay.All.Select(way => Describe(way, Reader, Mechanism, options => new GetStream(options, way)))];

    /// <summary>The same client for any address.</summary>
    public static StrategyDescriptor DescriptorOfUrl { get; } =
        Describe(Reader, Mechanism, options => new GetStream(options, way: null));

    /// <inheritdoc/>
    private protected override async ValueTask DiscardAsync(HttpContent content, FileSink file, CancellationToken cancellationToken)
    {
        using Stream stream = await content.ReadAsStreamAsync(cancellationToken).ConfigureAwait(false);
        while (await stream.ReadAsync(_buffer, cancellationToken).ConfigureAwait(false) is > 0 and int count)
        {
            file.Write(_buffer.AsSpan(0, count));
        }
    }
}
