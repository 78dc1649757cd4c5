using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

/// <summary>lseek(2).</summary>
internal static partial class LSeek
{
    /// <summary>SEEK_END: the offset counts from the end of the file.</summary>
    internal const int End = 2;

    /// <summary>Moves the offset of an open file; the new one, or −1 with errno.</summary>
    [LibraryImport("libc", EntryPoint = "lseek", SetLastError = true)]
    internal static partial long Invoke(int descriptor, long offset, int whence);
}
