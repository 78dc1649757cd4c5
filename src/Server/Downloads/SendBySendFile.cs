using System.Net.Sockets;
using System.Runtime.InteropServices;

namespace FileTransfer.Server.Downloads;

/// <summary>sendfile(2), whatever the length.</summary>
internal sealed class SendBySendFile : RawSending
{
    /// <inheritdoc/>
    public override void Dispose()
    {
    }

    /// <inheritdoc/>
    protected override void SendFile(Socket socket, int file, long offset, long end)
    {
        while (offset < end)
        {
            nint moved = Strategies.Interop.SendFile.Invoke(socket.SafeHandle, file, ref offset, (nuint)(end - offset));
            if (moved == 0)
            {
                throw Ended(offset, end);
            }

            if (moved < 0)
            {
                int errno = Marshal.GetLastPInvokeError();
                ThrowIfUnreadable(errno);
                ThrowUnlessInterrupted(errno);
            }
        }
    }
}
