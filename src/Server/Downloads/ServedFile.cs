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
    public bool HasChanged() => OperatingSystem.IsLinux()
        ? Statx.Invoke(handle, "", Statx.Itself, ServedFolder.Facts, out Statx.Status now) != 0 || ServedFolder.VersionOf(now) != version
        : RandomAccess.GetLength(handle) != version.Length;

    /// <inheritdoc/>
    public void Dispose() => handle.Dispose();
}
