using System.Net.Sockets;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Wire;

/// <summary>Finds out why a connection cannot be had, or a send or a receive failed: the error alone does not always tell.</summary>
internal static class ConnectionFailure
{
    /// <summary>Reason and remedy where no descriptor is left: EMFILE, or ENFILE, for which .NET has the same code.</summary>
    public const string NoDescriptorLeft = "Too many open files; the process must have descriptors left (ulimit -n), and the system too (fs.file-max)";

    /// <summary>
    /// Puts what went wrong on <paramref name="socket"/> while <paramref name="doing"/> something with the frame of
    /// <paramref name="exchange"/> into words.
    /// </summary>
    public static TransferException Explain(Socket socket, FrameExchange exchange, string doing, Exception exception) =>
        ReadRefusal(socket) is { } status ? exchange.Refused(status) : Explain(socket, exchange.Timeout, doing, exception);

    /// <summary>
    /// Puts what went wrong on <paramref name="socket"/> while <paramref name="doing"/> something into words, where
    /// <paramref name="timeout"/> is the longest wait for progress.
    /// </summary>
    public static TransferException Explain(Socket socket, TimeSpan timeout, string doing, Exception exception)
    {
        if (exception is not SocketException { SocketErrorCode: SocketError.TimedOut or SocketError.WouldBlock })
        {
            return new TransferException(TransferErrorKind.ConnectionLost, $"connection lost while {doing}: {exception.Message}", exception);
        }

        // A reset that cuts a blocking Send in two is reported as a timeout by .NET on Unix.
        return IsClosedByReceiver(socket)
            ? new TransferException(TransferErrorKind.ConnectionLost, $"connection lost while {doing}: the receiver closed it", exception)
            : new TransferException(TransferErrorKind.TimedOut, $"nothing moved for {timeout.TotalSeconds:0.###} s while {doing}: the receiver no longer reads", exception);
    }

    /// <summary>
    /// The status with which the receiver refused before it closed, or null: it may refuse a frame that is still being
    /// sent, and then the send is what fails first.
    /// </summary>
    private static long? ReadRefusal(Socket socket)
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
