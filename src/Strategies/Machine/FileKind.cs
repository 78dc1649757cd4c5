using System.Runtime.InteropServices;
using FileTransfer.Strategies.Interop;

namespace FileTransfer.Strategies.Machine;

/// <summary>Tells files from what merely has a path, without opening it: opening a FIFO waits for its other end (fifo(7)).</summary>
public static class FileKind
{
    /// <summary>What <paramref name="path"/> is, such as "a FIFO", or null for a regular file. Links are followed (inode(7)).</summary>
    /// <remarks>Elsewhere than on Linux every file counts as a regular one.</remarks>
    /// <exception cref="IOException">It cannot be looked at.</exception>
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
