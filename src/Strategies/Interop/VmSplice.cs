using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

/// <summary>vmsplice(2).</summary>
internal static unsafe partial class VmSplice
{
    /// <summary>Puts references to pages of memory into a pipe; the number of bytes, or −1 with errno.</summary>
    /// <remarks>Waits for room, then takes what there is room for. EFAULT where a mapping has no file below it any more.</remarks>
    [LibraryImport("libc", EntryPoint = "vmsplice", SetLastError = true)]
    internal static partial nint Invoke(SafeHandle pipe, IoVector* ranges, nuint count, uint flags);
}
