using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

/// <summary>io_uring_register(2), by its number: libc has no function for it.</summary>
internal static unsafe partial class IoUringRegister
{
    /// <summary>IORING_REGISTER_BUFFERS: the kernel pins memory once, and no longer at every request.</summary>
    internal const uint Buffers = 0;

    /// <summary>IORING_UNREGISTER_BUFFERS.</summary>
    internal const uint UnregisterBuffers = 1;

    /// <summary>IORING_REGISTER_FILES: the kernel looks descriptors up once, and no longer at every request.</summary>
    internal const uint Files = 2;

    /// <summary>IORING_UNREGISTER_FILES.</summary>
    internal const uint UnregisterFiles = 3;

    /// <summary>IORING_REGISTER_FILES_UPDATE: other descriptors in some of the slots.</summary>
    internal const uint FilesUpdate = 6;

    /// <summary>427 on every architecture .NET supports: asm-generic/unistd.h.</summary>
    private const long Number = 427;

    /// <summary>Changes what a ring keeps registered; 0 or more, or −1 with errno.</summary>
    internal static int Invoke(int ring, uint operation, void* argument, uint count) => (int)Call(Number, ring, operation, argument, count);

    [LibraryImport("libc", EntryPoint = "syscall", SetLastError = true)]
    private static partial nint Call(long number, nint ring, nuint operation, void* argument, nuint count);

    /// <summary>struct iovec.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct Memory
    {
        internal byte* Address;
        internal nuint Length;
    }

    /// <summary>struct io_uring_files_update.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct FileUpdate
    {
        internal uint Slot;
        internal uint Reserved;
        internal int* Descriptors;
    }
}
