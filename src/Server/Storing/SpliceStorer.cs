using System.Net.Sockets;
using System.Runtime.InteropServices;
using FileTransfer.Server.Receivers;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Interop;
using FileTransfer.Strategies.Sockets;
using Splice = FileTransfer.Strategies.Interop.Splice;

namespace FileTransfer.Server.Storing;

/// <summary>Moves the bytes from the socket into a pipe, and from the pipe into the file, within the kernel: splice(2).</summary>
internal sealed class SpliceStorer : LinuxStorer
{
    private const int PipeSize = 1 << 20;

    private readonly NativePipe _pipe;

    /// <summary>Makes the pipe, which serves all files of a connection.</summary>
    /// <exception cref="Sinks.RefusedFrameException">There can be no pipe.</exception>
    public SpliceStorer()
    {
        try
        {
            _pipe = NativePipe.Create(PipeSize);
        }
        catch (TransferException exception)
        {
            throw StoringRefusal.Because($"could not be given a pipe: {exception.Message}");
        }
    }

    /// <inheritdoc/>
    public override int Receive(FrameChannel channel, Span<byte> buffer, long left)
    {
        SafeHandle socket = channel.Socket
            ?? throw StoringRefusal.Because("asked for splice(2), which takes no bytes from such a connection");
        channel.Waiter.Poll();
        nint came = Splice.FromSocket(socket, 0, _pipe.WriteEnd, 0, (nuint)Math.Min(left, _pipe.Size), Splice.Move);
        if (came < 0)
        {
            // SO_RCVTIMEO has expired: socket(7).
            return Marshal.GetLastPInvokeError() switch
            {
                Errno.TryAgain or Errno.Interrupted => FrameChannel.NothingYet,
                Errno.Invalid => throw StoringRefusal.Because("could not be spliced: splice(2) refuses this socket or pipe"),
                _ => throw new SocketException((int)SocketError.ConnectionReset),
            };
        }

        for (nint moved = 0; moved < came;)
        {
            long offset = Offset;
            nint count = Splice.ToFile(_pipe.ReadEnd, 0, Handle, ref offset, (nuint)(came - moved), Splice.Move);
            if (count <= 0)
            {
                int errno = count == 0 ? Errno.NoSpace : Marshal.GetLastPInvokeError();
                if (errno == Errno.Interrupted)
                {
                    continue;
                }

                throw StoringRefusal.Failed("splice", errno);
            }

            moved += count;
            Offset += count;
        }

        return (int)came;
    }

    /// <inheritdoc/>
    public override void Dispose()
    {
        base.Dispose();
        _pipe.Dispose();
    }
}
