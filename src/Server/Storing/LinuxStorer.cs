using System.Runtime.InteropServices;
using FileTransfer.Strategies.Interop;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Server.Storing;

/// <summary>A storer that makes its files by system calls of Linux.</summary>
/// <param name="flags">Flags of open(2) beyond those that make a new file.</param>
internal abstract class LinuxStorer(int flags = 0) : FileStorer
{
    private SafeFileHandle? _file;

    /// <inheritdoc/>
    public override SafeFileHandle Handle => _file!;

    /// <summary>Bytes that are to come.</summary>
    protected long Length { get; private set; }

    /// <summary>Where the next bytes go.</summary>
    protected long Offset { get; set; }

    /// <inheritdoc/>
    public override void Open(string path, long length, bool isPreallocated)
    {
        (Length, Offset) = (length, 0);
        int descriptor;
        while ((descriptor = Strategies.Interop.Open.Invoke(
            path, Strategies.Interop.Open.CreateNew | Strategies.Interop.Open.NoFollow | flags, Strategies.Interop.Open.OwnerOnly)) < 0)
        {
            if (Marshal.GetLastPInvokeError() is not Errno.Interrupted and int errno)
            {
                // A file system without O_DIRECT makes the file, and does not open it.
                if (errno == Errno.Invalid)
                {
                    File.Delete(path);
                }

                throw StoringRefusal.Failed("open", errno);
            }
        }

        _file = new SafeFileHandle(descriptor, ownsHandle: true);
        try
        {
            if (isPreallocated)
            {
                Preallocate(length);
            }

            Prepare();
        }
        catch
        {
            Close();
            File.Delete(path);
            throw;
        }
    }

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

    /// <summary>Prepares the new file.</summary>
    protected virtual void Prepare()
    {
    }

    /// <summary>Gives the file its length.</summary>
    protected void SetLength(long length)
    {
        while (FTruncate.Invoke(Handle, length) != 0)
        {
            if (Marshal.GetLastPInvokeError() is not Errno.Interrupted and int errno)
            {
                throw StoringRefusal.Failed("ftruncate", errno);
            }
        }
    }

    private void Preallocate(long length)
    {
        while (FAllocate.Invoke(Handle, FAllocate.KeepSize, offset: 0, length) != 0)
        {
            if (Marshal.GetLastPInvokeError() is not Errno.Interrupted and int errno)
            {
                throw StoringRefusal.Failed("fallocate", errno);
            }
        }
    }
}
