using System.Net.Sockets;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Wire;

/// <summary>Determines why connecting, sending or receiving failed: the error code alone is sometimes ambiguous.</summary>
internal static class ConnectionFailure
{
    /// <summary>Reason and remedy when no descriptor is left: EMFILE or ENFILE, which have the same code in .NET.</summary>
    public const string NoDescriptorLeft =
        "Too many open files; the process must have descriptors left (ulimit -n), and the system too (fs.file-max)";

    /// <summary>
    /// Converts an exception on <paramref name="socket"/> to a TransferException; <paramref name="doing"/> names the activity
    /// within the frame of <paramref name="exchange"/>.
    /// </summary>
    public static TransferException Explain(Socket socket, FrameExchange exchange, string doing, Exception exception) =>
        ReadRefusal(socket) is { } status ? exchange.Refused(status) : Explain(socket, exchange.Timeout, doing, exception);

    /// <summary>
    /// Converts an exception on <paramref name="socket"/> to a TransferException; <paramref name="doing"/> names the activity,
    /// and <paramref name="timeout"/> is the longest wait without progress.
    /// </summary>
    public static TransferException Explain(Socket socket, TimeSpan timeout, string doing, Exception exception)
    {
        if (exception is not SocketException { SocketErrorCode: SocketError.TimedOut or SocketError.WouldBlock })
        {
            return new TransferException(
                TransferErrorKind.ConnectionLost,
                $"connection lost while {doing}: {exception.Message}",
                exception);
        }

        // On Unix .NET reports a reset in the middle of a blocking Send as a timeout.
        return IsClosedByReceiver(socket)
            ? new TransferException(TransferErrorKind.ConnectionLost, $"connection lost while {doing}: the receiver closed it", exception)
            : new TransferException(
                TransferErrorKind.TimedOut,
                $"nothing moved for {timeout.TotalSeconds:0.###} s while {doing}: the receiver no longer reads",
                exception);
    }

    /// <summary>
    /// The status with which the receiver refused the frame before it closed, or null. It may refuse a frame that is still
    /// being sent; then the send fails before the refusal is read.
    /// </summary>
    public static long? ReadRefusal(Socket socket)
    {
        Span<byte> bytes = stackalloc byte[Acknowledgement.Size];
        try
        {
            return socket.Available >= bytes.Length
                && socket.Receive(bytes) == bytes.Length
                && Acknowledgement.Read(bytes) is { Status: < 0 } acknowledgement
                    ? acknowledgement.Status
                    : null;
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException or InvalidDataException)
        {
            return null;
        }
    }

    private static bool IsClosedByReceiver(Socket socket)
    {
        try
        {
            return socket.Poll(microSeconds: 0, SelectMode.SelectRead) && socket.Available == 0;
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            return true;
        }
    }
}
