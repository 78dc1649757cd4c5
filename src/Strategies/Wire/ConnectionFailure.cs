using System.Net.Sockets;

namespace FileTransfer.Strategies.Wire;

/// <summary>Finds out why a send or a receive failed: the error alone does not always tell.</summary>
internal static class ConnectionFailure
{
    /// <summary>Puts what went wrong on <paramref name="socket"/> while <paramref name="doing"/> something into words.</summary>
    public static TransferException Explain(Socket socket, string doing, Exception exception)
    {
        if (ReadRefusal(socket) is { } status)
        {
            return Refused(status);
        }

        if (exception is not SocketException { SocketErrorCode: SocketError.TimedOut or SocketError.WouldBlock })
        {
            return new TransferException(TransferErrorKind.ConnectionLost, $"connection lost while {doing}: {exception.Message}", exception);
        }

        // A reset that cuts a blocking Send in two is reported as a timeout by .NET on Unix.
        return IsClosedByReceiver(socket)
            ? new TransferException(TransferErrorKind.ConnectionLost, $"connection lost while {doing}: the receiver closed it", exception)
            : new TransferException(TransferErrorKind.TimedOut, $"nothing moved while {doing}: the receiver no longer reads", exception);
    }

    /// <summary>The receiver answered with a negative status.</summary>
    public static TransferException Refused(long status) => new(
        TransferErrorKind.Rejected,
        $"the receiver answered {status} ({AcknowledgementStatus.Describe(status)})");

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
