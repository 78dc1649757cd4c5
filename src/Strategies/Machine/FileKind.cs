using System.Runtime.InteropServices;
using FileTransfer.Strategies.Interop;

namespace FileTransfer.Strategies.Machine;

/// <summary>
/// Distinguishes regular files from directories, devices and FIFOs without opening them: opening a FIFO waits for its other end
/// (fifo(7)).
/// </summary>
public static class FileKind
{
    /// <summary>
    /// Kind of the file at <paramref name="path"/>, such as "a FIFO"; null for a regular file. Links are followed (inode(7)).
    /// </summary>
    /// <remarks>Null for every file on other systems than Linux.</remarks>
    /// <exception cref="IOException">statx(2) failed: the file is missing or inaccessible.</exception>
    public static string? OtherThanRegular(string path)
    {
        if (!OperatingSystem.IsLinux())
        {
            return null;
        }

        if (Statx.Invoke(Statx.CurrentDirectory, path, flags: 0, Statx.Kind, out Statx.Status status) != 0)
        {
            throw new IOException($"{path}: {Marshal.GetLastPInvokeErrorMessage()}");
        }

        return (status.Mode & Statx.KindMask) switch
        {
            0x8000 => null,
            0x1000 => "a FIFO",
            0x2000 => "a character device",
            0x4000 => "a directory",
            0x6000 => "a block device",
            0xC000 => "a socket",
            int other => $"a file of kind 0x{other:x}",
        };
    }
}
