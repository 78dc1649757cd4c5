using System.Net.Sockets;
using System.Runtime.InteropServices;
using FileTransfer.Server.Receivers;
using FileTransfer.Strategies.Interop;

namespace FileTransfer.Server.Storing;

/// <summary>Gives the file its length, maps it, and receives into the mapping: the kernel copies right into the page cache.</summary>
/// <remarks>
/// Only recv(2) writes to the mapping. A page for which the disk has no room then is EFAULT of that call, and no signal (SIGBUS), which
/// would end the server.
/// </remarks>
internal sealed unsafe class MappedStorer : LinuxStorer
{
    /// <summary>Most bytes mapped at once; a multiple of every size of page.</summary>
    private const long Window = 128 << 20;

    private nint _mapping = MMap.Failed;
    private long _mapped;
    private long _begin;

    /// <inheritdoc/>
    protected override void Prepare() => SetLength(Length);

    /// <inheritdoc/>
    public override int Receive(FrameChannel channel, Span<byte> buffer, long left)
    {
        if (Offset == _begin + _mapped)
        {
            Map();
        }

        int count;
        try
        {
            count = channel.Receive(new Span<byte>((byte*)_mapping + (Offset - _begin), (int)(_begin + _mapped - Offset)));
        }
        catch (SocketException exception) when (exception.SocketErrorCode == SocketError.Fault)
        {
            throw StoringRefusal.DiskFull("no page for the mapped file");
        }

        Offset += Math.Max(0, count);
        return count;
    }

    /// <inheritdoc/>
    public override void Finish() => Unmap();

    /// <inheritdoc/>
    public override void Close()
    {
        Unmap();
        base.Close();
    }

    private void Map()
    {
        Unmap();
        long length = Math.Min(Window, Length - Offset);
        bool isHeld = false;
        try
        {
            Handle.DangerousAddRef(ref isHeld);
            _mapping = MMap.Invoke(
                0, (nuint)length, MMap.Readable | MMap.Writable, MMap.Shared, (int)Handle.DangerousGetHandle(), Offset);
        }
        finally
        {
            if (isHeld)
            {
                Handle.DangerousRelease();
            }
        }

        if (_mapping == MMap.Failed)
        {
            throw StoringRefusal.Failed("mmap", Marshal.GetLastPInvokeError());
        }

        (_begin, _mapped) = (Offset, length);
    }

    private void Unmap()
    {
        if (_mapping != MMap.Failed)
        {
            _ = MUnmap.Invoke(_mapping, (nuint)_mapped);
            _mapping = MMap.Failed;
        }

        (_begin, _mapped) = (0, 0);
    }
}
