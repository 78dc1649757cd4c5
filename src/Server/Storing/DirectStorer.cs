using System.Runtime.InteropServices;
using FileTransfer.Server.Receivers;
using FileTransfer.Strategies.Interop;

namespace FileTransfer.Server.Storing;

/// <summary>Collects aligned blocks and writes them past the page cache: O_DIRECT, open(2).</summary>
/// <remarks>
/// Lengths, offsets and memory have to be multiples of the disk's block, 4 KiB at most where this runs. The last part of a file is filled
/// up with zeros to a whole block, written, and cut off again by ftruncate(2).
/// </remarks>
internal sealed unsafe class DirectStorer : LinuxStorer
{
    private const int BufferSize = 1 << 20;
    private const int Block = 4096;

    private byte* _buffer;
    private int _filled;

    /// <summary>Allocates the buffer, which serves all files of a connection.</summary>
    public DirectStorer()
        : base(Strategies.Interop.Open.Direct) =>
        _buffer = (byte*)NativeMemory.AlignedAlloc(BufferSize, Block);

    /// <inheritdoc/>
    protected override void Prepare() => _filled = 0;

    /// <inheritdoc/>
    public override int Receive(FrameChannel channel, Span<byte> buffer, long left)
    {
        int count = channel.Receive(new Span<byte>(_buffer + _filled, (int)Math.Min(left, BufferSize - _filled)));
        _filled += Math.Max(0, count);
        if (_filled == BufferSize)
        {
            WriteBlocks(BufferSize);
        }

        return count;
    }

    /// <inheritdoc/>
    public override void Finish()
    {
        if (_filled > 0)
        {
            int whole = (_filled + Block - 1) / Block * Block;
            new Span<byte>(_buffer + _filled, whole - _filled).Clear();
            WriteBlocks(whole);
            if (Offset > Length)
            {
                SetLength(Length);
            }
        }
    }

    /// <inheritdoc/>
    public override void Dispose()
    {
        base.Dispose();
        NativeMemory.AlignedFree(_buffer);
        _buffer = null;
    }

    private void WriteBlocks(int length)
    {
        for (int written = 0; written < length;)
        {
            nint count = PWrite.Invoke(Handle, _buffer + written, (nuint)(length - written), Offset);
            if (count <= 0)
            {
                int errno = count == 0 ? Errno.NoSpace : Marshal.GetLastPInvokeError();
                if (errno == Errno.Interrupted)
                {
                    continue;
                }

                throw StoringRefusal.Failed("pwrite", errno);
            }

            written += (int)count;
            Offset += count;
        }

        _filled = 0;
    }
}
