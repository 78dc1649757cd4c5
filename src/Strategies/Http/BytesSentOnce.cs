using System.Net;

namespace FileTransfer.Strategies.Http;

/// <summary>A ByteArrayContent that is sent once, or not at all.</summary>
internal sealed class BytesSentOnce(byte[] bytes) : ByteArrayContent(bytes)
{
    private SentOnce _once;

    /// <inheritdoc/>
    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context, CancellationToken cancellationToken)
    {
        _once.Begin();
        return base.SerializeToStreamAsync(stream, context, cancellationToken);
    }
}
