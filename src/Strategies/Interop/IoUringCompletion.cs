using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

/// <summary>One completion: struct io_uring_cqe.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct IoUringCompletion
{
    /// <summary>What the request carried.</summary>
    internal ulong UserData;

    /// <summary>What the system call it stands for would have returned, or a negative errno.</summary>
    internal int Result;

    internal uint Flags;
}
