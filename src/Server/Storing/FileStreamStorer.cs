using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Server.Storing;

/// <summary>Receives and writes through a FileStream, both with buffers of one size.</summary>
internal sealed class FileStreamStorer(int size) : WritingStorer
{
    private FileStream? _stream;

    /// <inheritdoc/>
    protected override int ReceiveSize => size;

    /// <inheritdoc/>
    public override void Open(string path, long length, bool isPreallocated)
    {
        var options = new FileStreamOptions
        {
            Mode = FileMode.CreateNew,
            Access = FileAccess.Write,
            BufferSize = size,
            PreallocationSize = isPreallocated ? length : 0,
        };
        if (!OperatingSystem.IsWindows())
        {
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        }

        try
        {
            _stream = new FileStream(path, options);
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
            _stream!.Write(bytes);
        }
        catch (IOException exception)
        {
            throw StoringRefusal.Failed(exception);
        }
    }

    /// <inheritdoc/>
    public override SafeFileHandle Handle => _stream!.SafeFileHandle;

    /// <inheritdoc/>
    public override void Finish()
    {
        try
        {
            _stream!.Flush();
        }
        catch (IOException exception)
        {
            throw StoringRefusal.Failed(exception);
        }
    }

    /// <inheritdoc/>
    public override void Close()
    {
        FileStream? stream = _stream;
        _stream = null;
        try
        {
            stream?.Dispose();
        }
        catch (IOException)
        {
            // Of an unfinished file: it tries to write once more what could not be written. A finished one has nothing left to write.
        }
    }
}
