using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

/// <summary>struct cmsghdr of Linux: what stands before a piece of control data; cmsg(3).</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct ControlHeader
{
    internal nuint Length;
    internal int Level;
    internal int Type;
}
