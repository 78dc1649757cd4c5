using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

/// <summary>One request in the submission ring: struct io_uring_sqe, 64 bytes, linux/io_uring.h.</summary>
[StructLayout(LayoutKind.Sequential, Size = 64)]
internal unsafe struct IoUringRequest
{
    /// <summary>IORING_OP_READ_FIXED: pread(2) into a registered buffer.</summary>
    internal const byte ReadFixed = 4;

    /// <summary>IORING_OP_ASYNC_CANCEL: ends another request, found by its <see cref="UserData"/>.</summary>
    internal const byte AsyncCancel = 14;

    /// <summary>IORING_OP_FILES_UPDATE: other descriptors in some of the slots, in turn with the requests around it.</summary>
    internal const byte FilesUpdate = 20;

    /// <summary>IORING_OP_SEND: send(2).</summary>
    internal const byte Send = 26;

    /// <summary>IOSQE_FIXED_FILE: <see cref="Descriptor"/> is a slot.</summary>
    internal const byte FixedFile = 1 << 0;

    /// <summary>IOSQE_IO_LINK: the next request begins when this one has done all it was asked, and is cancelled otherwise.</summary>
    internal const byte Link = 1 << 2;

    internal byte Operation;
    internal byte Flags;
    internal ushort Priority;
    internal int Descriptor;
    internal ulong Offset;
    internal void* Address;
    internal uint Length;
    internal uint OperationFlags;
    internal ulong UserData;
    internal ushort Buffer;
}
