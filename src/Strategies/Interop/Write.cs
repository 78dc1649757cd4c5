using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

/// <summary>write(2).</summary>
internal static unsafe partial class Write
{
    /// <summary>Writes bytes; the number written, or −1 with errno.</summary>
    /// <remarks>On a pipe without a reader EPIPE alone: the runtime ignores SIGPIPE.</remarks>
    [LibraryImport("libc", EntryPoint = "write", SetLastError = true)]
    internal static partial nint Invoke(SafeHandle descriptor, byte* bytes, nuint count);
}
