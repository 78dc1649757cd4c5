using System.Net.Sockets;
using System.Runtime.InteropServices;
using FileTransfer.Strategies.Interop;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Server.Downloads;

/// <summary>Base class of ways that call the kernel themselves: the head is held back for the first bytes of the file.</summary>
internal abstract class RawSending : IFileSending
{
    /// <inheritdoc/>
    public bool Send(Socket socket, SafeFileHandle file, ReadOnlySpan<byte> head, long offset, long count)
    {
        SendHead(socket, head, isFollowed: count > 0);
        // Whoever calls keeps the file open meanwhile.
        SendFile(socket, (int)file.DangerousGetHandle(), offset, offset + count);
        return count > 0;
    }

    /// <inheritdoc/>
    public abstract void Dispose();

    /// <summary>Sends the bytes of the file from <paramref name="offset"/> to before <paramref name="end"/>.</summary>
    protected abstract void SendFile(Socket socket, int file, long offset, long end);

    /// <summary>The exception for a file that ended early.</summary>
    protected static IOException Ended(long offset, long end) => new($"the file ended at byte {offset}, before {end}");

    /// <summary>Judges a call that took bytes of the file and moved none.</summary>
    /// <exception cref="IOException">The file cannot be read.</exception>
    protected static void ThrowIfUnreadable(int errno)
    {
        if (errno is Errno.InputOutput or Errno.Overflow or Errno.Invalid or Errno.NoSuchCall)
        {
            throw new IOException($"the file cannot be sent in this way: {Marshal.GetPInvokeErrorMessage(errno)}");
        }
    }

    /// <summary>Judges a call that handed bytes to the socket and moved none; returns when it is to be repeated.</summary>
    /// <exception cref="SocketException">The connection was lost, or the client no longer reads.</exception>
    protected static void ThrowUnlessInterrupted(int errno)
    {
        if (errno != Errno.Interrupted)
        {
            // EAGAIN on a blocking socket: SO_SNDTIMEO expired, socket(7).
            throw new SocketException((int)(errno == Errno.TryAgain ? SocketError.TimedOut : SocketError.ConnectionReset));
        }
    }

    private static unsafe void SendHead(Socket socket, ReadOnlySpan<byte> head, bool isFollowed)
    {
        // send(2), MSG_MORE: the kernel would hold a head that nothing follows back for 200 ms.
        int flags = isFollowed ? Strategies.Interop.Send.More : 0;
        while (head.Length > 0)
        {
            nint sent;
            fixed (byte* bytes = head)
            {
                sent = Strategies.Interop.Send.Invoke(socket.SafeHandle, bytes, (nuint)head.Length, flags);
            }

            if (sent >= 0)
            {
                head = head[(int)sent..];
            }
            else
            {
                ThrowUnlessInterrupted(Marshal.GetLastPInvokeError());
            }
        }
    }
}
