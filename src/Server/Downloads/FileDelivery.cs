using System.Net.Sockets;
using FileTransfer.Server.Receivers;

namespace FileTransfer.Server.Downloads;

/// <summary>Sends files over one connection, counts them, and breaks off those that change meanwhile.</summary>
/// <param name="socket">The connected socket; stays the caller's.</param>
/// <param name="counters">Counts of the receiver.</param>
internal sealed class FileDelivery(Socket socket, ReceiverCounters counters)
{
    /// <summary>Kind of error: the file changed while it was sent.</summary>
    private const string FileChanged = "file-changed";

    /// <summary>Kind of error: the client no longer read.</summary>
    private const string Idle = "idle";

    /// <summary>Kind of error: the client went away.</summary>
    private const string ConnectionLost = "connection-lost";

    /// <summary>Sends a head, and a file or a part of it.</summary>
    /// <returns>False when the connection is to be closed.</returns>
    public bool Send(IFileSending way, ServedFile file, ReadOnlySpan<byte> head, ByteRange range)
    {
        if (range.IsWhole)
        {
            // Before the file leaves, so that a client that has it finds it counted.
            counters.Drained(file.Length);
        }

        string failure;
        try
        {
            bool hasSentPages = way.Send(socket, file.Handle, head, range.Offset, range.Count);
            // Pages that were sent may have been truncated or overwritten before they left.
            if (!hasSentPages || !file.WasWrittenTo())
            {
                return true;
            }

            failure = FileChanged;
        }
        catch (IOException)
        {
            failure = FileChanged;
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            failure = exception is SocketException { SocketErrorCode: SocketError.TimedOut } ? Idle : ConnectionLost;
        }

        // Never filled up, and never ended as if it were complete: a reset drops what has not left yet.
        counters.Failed(failure);
        Reset();
        return false;
    }

    private void Reset()
    {
        try
        {
            socket.LingerState = new LingerOption(enable: true, seconds: 0);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // It is closed already.
        }
    }
}
