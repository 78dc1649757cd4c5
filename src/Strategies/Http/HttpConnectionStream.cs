using System.Net.Sockets;
using System.Runtime.CompilerServices;

namespace FileTransfer.Strategies.Http;

/// <summary>The connection of an HttpClient, on which an answer is read even when the server takes no more of the request.</summary>
/// <remarks>
/// A server that refuses an upload answers, closes, and leaves the rest unread: what is sent then fails with EPIPE or
/// ECONNRESET, and HttpClient would report that, and not what the server had to say. What cannot be sent any more is
/// therefore dropped, and the answer, or its absence, decides. RFC 9112, 9.6.
/// </remarks>
internal sealed class HttpConnectionStream(Socket socket) : NetworkStream(socket, ownsSocket: true)
{
    /// <inheritdoc/>
    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        ValueTask write = base.WriteAsync(buffer, cancellationToken);
        return write.IsCompletedSuccessfully ? write : CompleteAsync(write);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private static async ValueTask CompleteAsync(ValueTask write)
    {
        try
        {
            await write.ConfigureAwait(false);
        }
        catch (IOException exception) when (exception.InnerException is SocketException { SocketErrorCode: SocketError.Shutdown or SocketError.ConnectionReset or SocketError.ConnectionAborted })
        {
            // Reading tells more.
        }
    }
}
