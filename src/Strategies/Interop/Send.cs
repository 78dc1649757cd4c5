using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

/// <summary>send(2).</summary>
internal static unsafe partial class Send
{
    /// <summary>MSG_MORE: more follows at once, so that TCP waits to fill the segment.</summary>
    internal const int More = 0x8000;

    /// <summary>MSG_ZEROCOPY: the kernel keeps the pages instead of copying them, and says when it lets go of them.</summary>
    internal const int ZeroCopy = 0x4000000;

    /// <summary>Sends bytes; the number sent, or −1 with errno.</summary>
    [LibraryImport("libc", EntryPoint = "send", SetLastError = true)]
    internal static partial nint Invoke(SafeHandle socket, byte* bytes, nuint count, int flags);
}
