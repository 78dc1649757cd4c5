using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Server.Storing;

/// <summary>Receives into the connection's buffer and writes it at an offset, without a stream.</summary>
internal class RandomAccessStorer : WritingStorer
{
    private SafeFileHandle? _file;
    private long _offset;

    /// <inheritdoc/>
    public override void Open(string path, long length, bool isPreallocated)
    {
        _offset = 0;
        try
        {
            long reserved = isPreallocated ? length : 0;
            _file = File.OpenHandle(path, FileMode.CreateNew, FileAccess.Write, FileShare.Read, FileOptions.None, reserved);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw StoringRefusal.Failed(exception, isPreallocated);
        }
    }

    /// <inheritdoc/>
    public override void Write(ReadOnlySpan<byte> bytes)
    {
        try
        {
            RandomAccess.Write(_file!, bytes, _offset);
            _offset += bytes.Length;
        }
        catch (IOException exception)
        {
            throw StoringRefusal.Failed(exception);
        }
    }

    /// <inheritdoc/>
    public override SafeFileHandle Handle => _file!;

    /// <inheritdoc/>
    public override void Finish()
    {
    }

    /// <inheritdoc/>
    public override void Close()
    {
        _file?.Dispose();
        _file = null;
    }

    /// <summary>Writes several pieces by one call: pwritev(2).</summary>
    protected void Write(IReadOnlyList<ReadOnlyMemory<byte>> pieces, long length)
    {
        try
        {
            RandomAccess.Write(_file!, pieces, _offset);
            _offset += length;
        }
        catch (IOException exception)
        {
            throw StoringRefusal.Failed(exception);
        }
    }
}
