using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

/// <summary>mkfifo(3).</summary>
internal static partial class MkFifo
{
    /// <summary>Mode 0600: this user alone.</summary>
    internal const uint OwnerOnly = 0x180;

    /// <summary>Makes a named pipe; 0, or −1 with errno.</summary>
    [LibraryImport("libc", EntryPoint = "mkfifo", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    internal static partial int Invoke(string path, uint mode);
}
