using System.Text;

namespace FileTransfer.Strategies.Http;

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
