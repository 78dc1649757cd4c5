using FileTransfer.Server.Receivers;

namespace FileTransfer.Server.Storing;

/// <summary>A storer that is given bytes in memory and writes them.</summary>
internal abstract class WritingStorer : FileStorer
{
    /// <summary>Most bytes to receive at once.</summary>
    protected virtual int ReceiveSize => int.MaxValue;

    /// <summary>Writes the next bytes of the file.</summary>
    public abstract void Write(ReadOnlySpan<byte> bytes);

    /// <inheritdoc/>
    public override int Receive(FrameChannel channel, Span<byte> buffer, long left)
    {
        int count = channel.Receive(buffer[..(int)Math.Min(left, Math.Min(buffer.Length, ReceiveSize))]);
        if (count > 0)
        {
            Write(buffer[..count]);
        }

        return count;
    }
}
