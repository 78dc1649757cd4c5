using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

/// <summary>Levels and options of sockets that .NET has no names for: socket(7), tcp(7).</summary>
internal static class SocketOption
{
    /// <summary>SOL_SOCKET.</summary>
    internal const int SocketLevel = 1;

    /// <summary>
    /// SO_TIMESTAMPNS, and SCM_TIMESTAMPNS, the same number: when the kernel got a datagram, as a <see cref="TimeSpec"/>.
    /// </summary>
    internal const int TimestampNanoseconds = 35;

    /// <summary>SO_INCOMING_CPU: the processor that handled the last packet.</summary>
    internal const int IncomingProcessor = 49;

    /// <summary>SO_ZEROCOPY: allows MSG_ZEROCOPY.</summary>
    internal const int ZeroCopy = 60;

    /// <summary>IPPROTO_TCP.</summary>
    internal const int TcpLevel = 6;

    /// <summary>TCP_INFO: struct tcp_info.</summary>
    internal const int TcpInfo = 11;

    /// <summary>TCP_CONGESTION: name of the congestion control.</summary>
    internal const int TcpCongestion = 13;
}

/// <summary>send(2).</summary>
internal static unsafe partial class Send
{
    /// <summary>MSG_MORE: more follows at once, so that TCP waits to fill the segment.</summary>
    internal const int More = 0x8000;

    /// <summary>MSG_ZEROCOPY: the kernel sends the caller's pages without copying them, and reports when it no longer uses them.</summary>
    internal const int ZeroCopy = 0x4000000;

    /// <summary>Sends bytes; the number sent, or −1 with errno.</summary>
    [LibraryImport("libc", EntryPoint = "send", SetLastError = true)]
    internal static partial nint Invoke(SafeHandle socket, byte* bytes, nuint count, int flags);
}

/// <summary>sendmsg(2).</summary>
internal static unsafe partial class SendMsg
{
    /// <summary>Sends several pieces of memory as one; the number of bytes sent, or −1 with errno.</summary>
    /// <remarks>At most 0x7ffff000 bytes a call.</remarks>
    [LibraryImport("libc", EntryPoint = "sendmsg", SetLastError = true)]
    internal static partial nint Invoke(SafeHandle socket, MessageHeader* message, int flags);
}

/// <summary>recvmsg(2).</summary>
internal static unsafe partial class RecvMsg
{
    /// <summary>MSG_ERRQUEUE: takes from the socket's error queue, and never waits.</summary>
    internal const int ErrorQueue = 0x2000;

    /// <summary>Receives a message with its control data; the number of bytes, or −1 with errno.</summary>
    [LibraryImport("libc", EntryPoint = "recvmsg", SetLastError = true)]
    internal static partial nint Invoke(SafeHandle socket, MessageHeader* message, int flags);
}

/// <summary>sendfile(2).</summary>
internal static partial class SendFile
{
    /// <summary>Moves up to <paramref name="count"/> bytes of a file to a socket; the number moved, or −1 with errno.</summary>
    /// <remarks>
    /// At most 0x7ffff000 bytes a call; 0 at the end of the file. Advances <paramref name="offset"/> and leaves the file's own
    /// offset unchanged.
    /// </remarks>
    [LibraryImport("libc", EntryPoint = "sendfile", SetLastError = true)]
    internal static partial nint Invoke(SafeHandle socket, int file, ref long offset, nuint count);
}

/// <summary>struct iovec: a piece of memory; readv(2).</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct IoVector
{
    internal byte* Start;
    internal nuint Length;
}

/// <summary>struct msghdr of Linux: what sendmsg(2) sends and recvmsg(2) fills.</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct MessageHeader
{
    internal void* Name;
    internal uint NameLength;
    internal IoVector* Parts;
    internal nuint PartCount;
    internal byte* Control;
    internal nuint ControlLength;
    internal int Flags;
}

/// <summary>struct cmsghdr of Linux: the header of a piece of control data; cmsg(3).</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct ControlHeader
{
    internal nuint Length;
    internal int Level;
    internal int Type;
}

/// <summary>struct sock_extended_err: an entry of a socket's error queue; linux/errqueue.h, ip(7).</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct ExtendedError
{
    /// <summary>SO_EE_ORIGIN_ZEROCOPY: sends numbered <see cref="Info"/> to <see cref="Data"/> are complete.</summary>
    internal const byte OriginZeroCopy = 5;

    /// <summary>SO_EE_CODE_ZEROCOPY_COPIED: the kernel copied the bytes of these sends.</summary>
    internal const byte CodeCopied = 1;

    internal uint Errno;
    internal byte Origin;
    internal byte Type;
    internal byte Code;
    internal byte Padding;
    internal uint Info;
    internal uint Data;
}

/// <summary>poll(2).</summary>
internal static partial class Poll
{
    /// <summary>POLLIN: there is something to read.</summary>
    internal const short In = 1;

    /// <summary>POLLOUT: there is room to write.</summary>
    internal const short Out = 4;

    /// <summary>
    /// Waits up to <paramref name="milliseconds"/> for something to happen; the number of entries with events, or −1 with errno.
    /// </summary>
    [LibraryImport("libc", EntryPoint = "poll", SetLastError = true)]
    internal static partial int Invoke(ref Entry entry, nuint count, int milliseconds);

    /// <summary>struct pollfd. Errors and hang-ups (POLLERR, POLLHUP) are reported without being asked for.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct Entry
    {
        internal int Descriptor;
        internal short Asked;
        internal short Happened;
    }
}
