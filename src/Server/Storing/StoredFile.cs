using System.Runtime.InteropServices;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Interop;
using FileTransfer.Strategies.Wire;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Server.Storing;

/// <summary>
/// The file of a folder that is being received: made, filled by a <see cref="FileStorer"/>, synchronized, closed, read again where that is
/// due, and deleted.
/// </summary>
internal sealed class StoredFile : IDisposable
{
    private readonly StoringRequest _request;
    private readonly FileStorer _storer;
    private readonly bool _isChecked;
    private readonly string _path;
    private bool _exists;

    /// <summary>Makes the file.</summary>
    /// <param name="folder">Where.</param>
    /// <param name="storer">What fills it; stays the caller's.</param>
    /// <param name="request">What the sender asked for.</param>
    /// <param name="length">Length that was announced; 0 where none was.</param>
    /// <param name="isChecked">True to read the file again once it is complete.</param>
    /// <exception cref="Sinks.RefusedFrameException">There is no room, or no file can be made.</exception>
    public StoredFile(StoringFolder folder, FileStorer storer, StoringRequest request, long length, bool isChecked)
    {
        _request = request;
        _storer = storer;
        _isChecked = isChecked;
        _path = folder.NewPath();
        folder.ThrowUnlessRoom(length);
        bool reserves = request.Options.IsPreallocated && length > 0;
        try
        {
            storer.Open(_path, length, reserves);
            _exists = true;
        }
        catch
        {
            // Where room could not be reserved, the file may be there already. What was there before is nobody's to delete.
            storer.Close();
            throw;
        }
    }

    /// <summary>Finishes, synchronizes and closes the file, and reads it again where that is due.</summary>
    /// <returns>Its CRC-32C as read from the file; null when it was not checked.</returns>
    /// <exception cref="Sinks.RefusedFrameException">It could not be written to the end.</exception>
    public uint? Complete()
    {
        _storer.Finish();
        Synchronize();
        _storer.Close();
        return _isChecked ? StoringFolder.ChecksumOf(_path) : null;
    }

    /// <summary>Closes the file where it is still open, and deletes it.</summary>
    public void Dispose()
    {
        _storer.Close();
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
            throw StoringRefusal.Because("asked for files to be synchronized, which is done on Linux only");
        }

        SafeFileHandle file = _storer.Handle;
        string call = StoringRequest.WordOf(_request.Options.Durability);
        if ((_request.Options.Durability == Durability.FSync ? FSync.Invoke(file) : FSync.Data(file)) != 0)
        {
            throw StoringRefusal.Failed(call, Marshal.GetLastPInvokeError());
        }
    }
}
