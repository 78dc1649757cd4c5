using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

/// <summary>munmap(2).</summary>
internal static partial class MUnmap
{
    /// <summary>Removes a mapping; 0, or −1 with errno.</summary>
    [LibraryImport("libc", EntryPoint = "munmap", SetLastError = true)]
    internal static partial int Invoke(nint address, nuint length);
}
