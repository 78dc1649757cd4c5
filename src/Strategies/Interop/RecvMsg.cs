using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

/// <summary>recvmsg(2).</summary>
internal static unsafe partial class RecvMsg
{
    /// <summary>MSG_ERRQUEUE: takes from the socket's error queue, and never waits.</summary>
    internal const int ErrorQueue = 0x2000;

    /// <summary>Receives a message with its control data; the number of bytes, or −1 with errno.</summary>
    [LibraryImport("libc", EntryPoint = "recvmsg", SetLastError = true)]
    internal static partial nint Invoke(SafeHandle socket, MessageHeader* message, int flags);
}
