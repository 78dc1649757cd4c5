using System.Runtime.InteropServices;
using FileTransfer.Sending;
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

        return (FileType)(status.Mode & Statx.KindMask) switch
        {
            FileType.Regular => null,
            FileType.Pipe => "a FIFO",
            FileType.CharacterDevice => "a character device",
            FileType.Directory => "a directory",
            FileType.BlockDevice => "a block device",
            FileType.Socket => "a socket",
            FileType other => $"a file of kind 0x{(int)other:x}",
        };
    }
}
