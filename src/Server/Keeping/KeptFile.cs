using System.Runtime.InteropServices;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Interop;
using FileTransfer.Strategies.Wire;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Server.Keeping;

/// <summary>
/// The file of a folder that is being received: made, filled by a <see cref="FileKeeper"/>, synchronized, closed, read again where that is
/// due, and deleted.
/// </summary>
internal sealed class KeptFile : IDisposable
{
    private readonly KeepRequest _request;
    private readonly FileKeeper _keeper;
    private readonly bool _isChecked;
    private readonly string _path;
    private bool _exists;

    /// <summary>Makes the file.</summary>
    /// <param name="folder">Where.</param>
    /// <param name="keeper">What fills it; stays the caller's.</param>
    /// <param name="request">What the sender asked for.</param>
    /// <param name="length">Length that was announced; 0 where none was.</param>
    /// <param name="isChecked">True to read the file again once it is complete.</param>
    /// <exception cref="Sinks.RefusedFrameException">There is no room, or no file can be made.</exception>
    public KeptFile(KeepFolder folder, FileKeeper keeper, KeepRequest request, long length, bool isChecked)
    {
        _request = request;
        _keeper = keeper;
        _isChecked = isChecked;
        _path = folder.NewPath();
        folder.ThrowUnlessRoom(length);
        bool reserves = request.Options.IsPreallocated && length > 0;
        try
        {
            keeper.Open(_path, length, reserves);
            _exists = true;
        }
        catch
        {
            // Where room could not be reserved, the file may be there already. What was there before is nobody's to delete.
            keeper.Close();
            throw;
        }
    }

    /// <summary>Finishes, synchronizes and closes the file, and reads it again where that is due.</summary>
    /// <returns>Its CRC-32C as read from the file; null when it was not checked.</returns>
    /// <exception cref="Sinks.RefusedFrameException">It could not be written to the end.</exception>
    public uint? Complete()
    {
        _keeper.Finish();
        Synchronize();
        _keeper.Close();
        return _isChecked ? KeepFolder.ChecksumOf(_path) : null;
    }

    /// <summary>Closes the file where it is still open, and deletes it.</summary>
    public void Dispose()
    {
        _keeper.Close();
        if (_exists)
        {
            _exists = false;
            try
            {
                File.Delete(_path);
            }
            catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
            {
                // The folder has gone, and the file with it.
            }
        }
    }

    private void Synchronize()
    {
        if (_request.Options.Durability == Durability.None)
        {
            return;
        }

        if (!OperatingSystem.IsLinux())
        {
            throw KeepRefusal.Because("asked for files to be synchronized, which is done on Linux only");
        }

        SafeFileHandle file = _keeper.Handle;
        string call = KeepRequest.WordOf(_request.Options.Durability);
        if ((_request.Options.Durability == Durability.FSync ? FSync.Invoke(file) : FSync.Data(file)) != 0)
        {
            throw KeepRefusal.Failed(call, Marshal.GetLastPInvokeError());
        }
    }
}
