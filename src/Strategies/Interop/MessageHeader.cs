using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

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
