using System.Net;
using System.Text;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Http;

/// <summary>Prevents HttpClient from sending a request twice.</summary>
/// <remarks>
/// HttpClient repeats a request, within the same sample, when the server refuses a stream (REFUSED_STREAM, GOAWAY: RFC 9113,
/// 8.7). It repeats a request without a body also when the server closes a kept connection instead of answering (RFC 9112,
/// 9.3.1).
/// </remarks>
internal struct SentOnce
{
    private bool _isSent;

    /// <summary>Records that the request is being sent.</summary>
    /// <exception cref="TransferException">The request was sent before.</exception>
    public void Begin() => _isSent = !_isSent ? true : throw Again();

    /// <summary>The error of a request that would be sent a second time.</summary>
    public static TransferException Again() => new(
        TransferErrorKind.Rejected,
        "the server refused the request, or closed the connection instead of answering; HttpClient would send it again, "
        + "and two requests would be timed as one: is the server stopping, or does it accept fewer requests at once?");
}

/// <summary>A ByteArrayContent that is sent at most once.</summary>
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

/// <summary>A StreamContent that is sent at most once.</summary>
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

/// <summary>A request without a body that is sent at most once.</summary>
/// <remarks>
/// Without content there is no SerializeToStreamAsync to count. HttpClient asks for the encoding of each header, though,
/// whenever it writes the headers. It always sends "Host"; set to its default value, that header does not change the request.
/// </remarks>
internal sealed class RequestSentOnce : HttpRequestMessage
{
    private SentOnce _once;

    public RequestSentOnce(HttpMethod method, Uri address, string host)
        : base(method, address) => Headers.Host = host;

    /// <summary>
    /// Records that the request is being sent: a <see cref="SocketsHttpHandler.RequestHeaderEncodingSelector"/> that keeps the
    /// default encoding.
    /// </summary>
    /// <exception cref="TransferException">The request was sent before.</exception>
    public static Encoding? Begin(string header, HttpRequestMessage request)
    {
        if (request is RequestSentOnce once && header == "Host")
        {
            once._once.Begin();
        }

        return null;
    }
}
