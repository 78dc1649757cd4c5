using System.Text;
using FileTransfer.Strategies.Http;

namespace FileTransfer.Strategies.Rpc;

/// <summary>Calls of Grpc.Net.Client that are sent once, or not at all.</summary>
/// <remarks>Their content is the library's own, and does not watch itself as <see cref="BytesSentOnce"/> does.</remarks>
internal static class CallSentOnce
{
    private static readonly HttpRequestOptionsKey<bool> s_isSent = new("FileTransfer.CallSentOnce");

    /// <summary>Notes that the call is being sent, and leaves the encoding of its headers as it is.</summary>
    /// <remarks>
    /// A <see cref="SocketsHttpHandler.RequestHeaderEncodingSelector"/>. Every call of gRPC has the header TE once:
    /// grpc/doc/PROTOCOL-HTTP2.md, "Requests".
    /// </remarks>
    /// <exception cref="Contracts.TransferException">It was sent before.</exception>
    public static Encoding? Begin(string header, HttpRequestMessage request)
    {
        if (header == "TE")
        {
            if (request.Options.TryGetValue(s_isSent, out _))
            {
                throw SentOnce.Again();
            }

            request.Options.Set(s_isSent, true);
        }

        return null;
    }
}
