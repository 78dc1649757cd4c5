using FileTransfer.Strategies.Interop;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Server.Downloads;

/// <summary>An open regular file; owns its handle.</summary>
/// <param name="handle">The handle, open for reading.</param>
/// <param name="version">What the file was like when it was opened.</param>
internal sealed class ServedFile(SafeFileHandle handle, FileVersion version) : IDisposable
{
    /// <summary>The open file.</summary>
    public SafeFileHandle Handle => handle;

    /// <summary>What the file was like when it was opened.</summary>
    public FileVersion Version => version;

    /// <summary>Length in bytes when it was opened.</summary>
    public long Length => version.Length;

    /// <summary>
    /// True when the file was written to since it was opened. What was sent from its pages meanwhile may have been zeros, or new bytes.
    /// </summary>
    /// <remarks>By length and time of the last write: a file that is removed or replaced meanwhile changes neither.</remarks>
    public bool WasWrittenTo()
    {
        if (!OperatingSystem.IsLinux())
        {
            return RandomAccess.GetLength(handle) != version.Length;
        }

        if (Statx.Invoke(handle, "", Statx.Itself, ServedFolder.Facts, out Statx.Status status) != 0)
        {
            return true;
        }

        FileVersion now = ServedFolder.VersionOf(status);
        return (now.Length, now.Written) != (version.Length, version.Written);
    }

    /// <inheritdoc/>
    public void Dispose() => handle.Dispose();
}
