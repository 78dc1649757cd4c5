using System.Net.Sockets;
using System.Runtime.CompilerServices;
using FileTransfer.Strategies.Tcp;

namespace FileTransfer.Strategies.Http;

/// <summary>The connection of an HttpClient. It lets HttpClient read the answer even when the server no longer reads the request.</summary>
/// <remarks>
/// A server that refuses an upload answers, closes the connection, and leaves the rest unread. Later sends fail with EPIPE
/// or ECONNRESET, and HttpClient would report that instead of the server's answer. This stream therefore ignores such
/// errors when it writes; the answer, or its absence, then decides. RFC 9112, 9.6.
/// </remarks>
/// <param name="socket">The connected socket.</param>
/// <param name="received">Keeps the bytes of a connection that HttpClient closes; null where every connection stays open.</param>
internal sealed class HttpConnectionStream(Socket socket, ReceivedBytes? received = null) : NetworkStream(socket, ownsSocket: true)
{
    /// <inheritdoc/>
    public override ValueTask WriteAsync(ReadOnlyMemory<byte> buffer, CancellationToken cancellationToken = default)
    {
        ValueTask write = base.WriteAsync(buffer, cancellationToken);
        return write.IsCompletedSuccessfully ? write : CompleteAsync(write);
    }

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        received?.Close(Socket);
        base.Dispose(disposing);
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private static async ValueTask CompleteAsync(ValueTask write)
    {
        try
        {
            await write.ConfigureAwait(false);
        }
        catch (IOException exception) when (exception.InnerException is SocketException
        {
            SocketErrorCode: SocketError.Shutdown or SocketError.ConnectionReset or SocketError.ConnectionAborted,
        })
        {
            // The following read returns the server's answer or a more precise error.
        }
    }
}
