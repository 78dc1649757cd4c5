using System.Runtime.InteropServices;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Interop;

namespace FileTransfer.Strategies.Files;

/// <summary>
/// The payload as a file descriptor without a SafeFileHandle, opened for each transfer or kept open between them; owns the
/// descriptor.
/// </summary>
/// <remarks>
/// open(2) without SafeFileHandle, FileStream and flock(2): it allocates nothing and takes a third of the time. Linux only.
/// </remarks>
/// <param name="isKept">True to keep it open.</param>
/// <param name="isDirect">True to read past the page cache (<see cref="DirectRead"/>).</param>
internal sealed class NativeFile(bool isKept, bool isDirect = false) : IDisposable
{
    private const int None = -1;

    private int _descriptor = None;
    private string? _path;

    private int Flags => Open.ReadOnlyCloseOnExec | (isDirect ? Open.Direct : 0);

    /// <summary>Opens the payload, unless it is still open, and checks that its length has not changed.</summary>
    /// <returns>The descriptor, valid until <see cref="EndTransfer"/>.</returns>
    /// <exception cref="TransferException">It cannot be opened, or its length has changed.</exception>
    public int BeginTransfer(Payload payload)
    {
        if (_descriptor == None || !ReferenceEquals(_path, payload.Path))
        {
            Dispose();
            while ((_descriptor = Open.Invoke(payload.Path, Flags)) == None)
            {
                if (Marshal.GetLastPInvokeError() is not Errno.Interrupted and int errno)
                {
                    throw isDirect && errno == Errno.Invalid
                        ? DirectRead.Refused(payload)
                        : PayloadFile.Unreadable(payload, Marshal.GetPInvokeErrorMessage(errno));
                }
            }

            _path = payload.Path;
        }

        try
        {
            ThrowIfChanged(payload);
            return _descriptor;
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <summary>Checks the length of the file again.</summary>
    /// <exception cref="TransferException">It has changed.</exception>
    public void ThrowIfChanged(Payload payload)
    {
        long length = Length();
        if (length != payload.Length)
        {
            throw PayloadChange.Changed(payload, length);
        }
    }

    /// <summary>The exception for a read that returned no bytes at <paramref name="offset"/>; names the file's present length.</summary>
    public TransferException Ended(Payload payload, long offset) => PayloadChange.Ended(payload, offset, Length());

    /// <summary>Ends the transfer, successful or not: closes the file unless it is kept.</summary>
    public void EndTransfer()
    {
        if (!isKept)
        {
            Dispose();
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        if (_descriptor != None)
        {
            _ = Close.Invoke(_descriptor);
            _descriptor = None;
            _path = null;
        }
    }

    // lseek(2) instead of fstat(2), whose structure differs between architectures.
    private long Length() => LSeek.Invoke(_descriptor, 0, LSeek.End);
}
