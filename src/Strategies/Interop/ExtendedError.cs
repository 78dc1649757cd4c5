using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

/// <summary>struct sock_extended_err: an entry of a socket's error queue; linux/errqueue.h, ip(7).</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct ExtendedError
{
    /// <summary>SO_EE_ORIGIN_ZEROCOPY: sends numbered <see cref="Info"/> to <see cref="Data"/> are complete.</summary>
    internal const byte OriginZeroCopy = 5;

    /// <summary>SO_EE_CODE_ZEROCOPY_COPIED: the kernel copied them after all.</summary>
    internal const byte CodeCopied = 1;

    internal uint Errno;
    internal byte Origin;
    internal byte Type;
    internal byte Code;
    internal byte Padding;
    internal uint Info;
    internal uint Data;
}
