using System.Net;
using System.Text;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Http;

/// <summary>Whether a request was sent.</summary>
/// <remarks>
/// HttpClient sends it again, within the same sample, when the server refuses a stream (REFUSED_STREAM, GOAWAY: RFC 9113, 8.7),
/// and one without a body also when the server closes a kept connection instead of answering (RFC 9112, 9.3.1).
/// </remarks>
internal struct SentOnce
{
    private bool _isSent;

    /// <summary>Notes that it is being sent.</summary>
    /// <exception cref="TransferException">It was sent before.</exception>
    public void Begin() => _isSent = !_isSent ? true : throw Again();

    /// <summary>It was to be sent again.</summary>
    public static TransferException Again() => new(TransferErrorKind.Rejected, "the server refused the request, or closed the connection instead of answering, and HttpClient would have sent it again, which is not measured as one transfer: is the server stopping, or does it take fewer requests at once?");
}

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

/// <summary>A StreamContent that is sent once, or not at all.</summary>
internal sealed class StreamSentOnce(Stream content) : StreamContent(content)
{
    private SentOnce _once;

    /// <inheritdoc/>
    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context, CancellationToken cancellationToken)
    {
        _once.Begin();
        return base.SerializeToStreamAsync(stream, context, cancellationToken);
    }
}

/// <summary>A request without a body that is sent once, or not at all.</summary>
/// <remarks>
/// There is no content that HttpClient would ask for again. It asks for the encoding of each header, though, whenever it
/// writes them. "Host" is one that it sends in any case, and with the value it would have by itself the request stays the same.
/// </remarks>
internal sealed class RequestSentOnce : HttpRequestMessage
{
    private SentOnce _once;

    public RequestSentOnce(HttpMethod method, Uri address, string host)
        : base(method, address) => Headers.Host = host;

    /// <summary>Notes that the request is being sent: <see cref="SocketsHttpHandler.RequestHeaderEncodingSelector"/>, which leaves the encoding as it is.</summary>
    /// <exception cref="TransferException">It was sent before.</exception>
    public static Encoding? Begin(string header, HttpRequestMessage request)
    {
        if (request is RequestSentOnce once && header == "Host")
        {
            once._once.Begin();
        }

        return null;
    }
}
