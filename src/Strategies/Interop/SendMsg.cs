using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

/// <summary>sendmsg(2).</summary>
internal static unsafe partial class SendMsg
{
    /// <summary>Sends several pieces of memory as one; the number of bytes sent, or −1 with errno.</summary>
    /// <remarks>At most 0x7ffff000 bytes a call.</remarks>
    [LibraryImport("libc", EntryPoint = "sendmsg", SetLastError = true)]
    internal static partial nint Invoke(SafeHandle socket, MessageHeader* message, int flags);
}
