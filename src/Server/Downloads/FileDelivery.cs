using System.Net.Sockets;
using FileTransfer.Server.Receivers;

namespace FileTransfer.Server.Downloads;

/// <summary>Sends files over one connection, counts them, and breaks off those that change meanwhile.</summary>
/// <param name="socket">The connected socket; stays the caller's.</param>
/// <param name="failed">Told why the connection failed while a file was sent.</param>
/// <param name="events">What happens on the connection.</param>
internal sealed class FileDelivery(Socket socket, Action<Exception> failed, ConnectionEvents events)
{
    /// <summary>Sends a head, and a file or a part of it.</summary>
    /// <returns>False when the connection is to be closed.</returns>
    public bool Send(IFileSending way, ServedFile file, ReadOnlySpan<byte> head, ByteRange range)
    {
        if (range.IsWhole)
        {
            // Before the file leaves, so that a client that has it finds it counted.
            events.Delivered(file.Length);
        }

        try
        {
            bool hasSentPages = way.Send(socket, file.Handle, head, range.Offset, range.Count);
            // Pages that were sent may have been truncated or overwritten before they left.
            if (!hasSentPages || !file.WasWrittenTo())
            {
                return true;
            }

            FailChanged();
        }
        catch (IOException)
        {
            FailChanged();
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            failed(exception);
        }

        // Never filled up, and never ended as if it were complete: a reset drops what has not left yet.
        Reset();
        return false;
    }

    private void FailChanged() => events.Failed("file-changed", "was broken off: the file changed while it was sent");

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
