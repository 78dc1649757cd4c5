using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

/// <summary>close(2).</summary>
internal static partial class Close
{
    /// <summary>Closes a descriptor; 0, or −1 with errno. Never to be called again after EINTR on Linux.</summary>
    [LibraryImport("libc", EntryPoint = "close", SetLastError = true)]
    internal static partial int Invoke(int descriptor);
}
