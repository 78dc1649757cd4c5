using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

/// <summary>read(2).</summary>
internal static unsafe partial class Read
{
    /// <summary>Reads up to <paramref name="count"/> bytes; the number read, 0 at the end, or −1 with errno.</summary>
    [LibraryImport("libc", EntryPoint = "read", SetLastError = true)]
    internal static partial nint Invoke(SafeHandle descriptor, byte* bytes, nuint count);
}
