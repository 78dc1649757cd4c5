using System.Net.Sockets;
using System.Runtime.InteropServices;
using FileTransfer.Strategies.Sockets;
using Splice = FileTransfer.Strategies.Interop.Splice;

namespace FileTransfer.Server.Downloads;

/// <summary>splice(2) from the file into a pipe, and from the pipe into the socket, whatever the length; owns the pipe.</summary>
/// <remarks>After a failure bytes may be left in the pipe. The connection is closed then, and the pipe with it.</remarks>
internal sealed class SendBySplice : RawSending
{
    /// <summary>The default of /proc/sys/fs/pipe-max-size.</summary>
    private const int PipeSize = 1 << 20;

    private readonly NativePipe _pipe = NativePipe.Create(PipeSize);

    /// <inheritdoc/>
    public override void Dispose() => _pipe.Dispose();

    /// <inheritdoc/>
    protected override void SendFile(Socket socket, int file, long offset, long end)
    {
        while (offset < end)
        {
            nint piped = Splice.FromFile(file, ref offset, _pipe.WriteEnd, 0, (nuint)(end - offset), Splice.Move);
            if (piped == 0)
            {
                throw Ended(offset, end);
            }

            if (piped < 0)
            {
                int errno = Marshal.GetLastPInvokeError();
                ThrowIfUnreadable(errno);
                ThrowUnlessInterrupted(errno);
            }

            Empty(socket, piped, offset < end ? Splice.Move | Splice.More : Splice.Move);
        }
    }

    private void Empty(Socket socket, nint piped, uint flags)
    {
        while (piped > 0)
        {
            nint moved = Splice.ToSocket(_pipe.ReadEnd, 0, socket.SafeHandle, 0, (nuint)piped, flags);
            if (moved == 0)
            {
                throw new SocketException((int)SocketError.ConnectionReset);
            }

            if (moved < 0)
            {
                ThrowUnlessInterrupted(Marshal.GetLastPInvokeError());
                continue;
            }

            piped -= moved;
        }
    }
}
