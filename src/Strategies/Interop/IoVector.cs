using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

/// <summary>struct iovec: a piece of memory; readv(2).</summary>
[StructLayout(LayoutKind.Sequential)]
internal unsafe struct IoVector
{
    internal byte* Start;
    internal nuint Length;
}
