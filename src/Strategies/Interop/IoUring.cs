using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

/// <summary>io_uring_setup(2), by its number: libc has no function for it.</summary>
internal static unsafe partial class IoUringSetup
{
    /// <summary>The completion ring lies in the mapping of the submission ring: Linux 5.4.</summary>
    internal const uint SingleMapping = 1 << 0;

    /// <summary>No completion is dropped when the ring is full: Linux 5.5.</summary>
    internal const uint NoDrop = 1 << 1;

    /// <summary>A wait can have a timeout: Linux 5.11.</summary>
    internal const uint ExtendedArgument = 1 << 8;

    /// <summary>A linked request looks up its registered file when it starts: Linux 5.18, and patched releases of 5.17.</summary>
    internal const uint LinkedFile = 1 << 12;

    /// <summary>IORING_OFF_SQ_RING: offset that selects both rings for mapping.</summary>
    internal const long RingsOffset = 0;

    /// <summary>IORING_OFF_SQES: offset that selects the requests for mapping.</summary>
    internal const long RequestsOffset = 0x10000000;

    /// <summary>425 on every architecture .NET supports: asm-generic/unistd.h.</summary>
    private const long Number = 425;

    /// <summary>Makes a ring for at least <paramref name="entries"/> requests; its descriptor, or −1 with errno.</summary>
    internal static int Invoke(uint entries, Parameters* parameters) => (int)Call(Number, entries, parameters);

    [LibraryImport("libc", EntryPoint = "syscall", SetLastError = true)]
    private static partial nint Call(long number, nuint entries, Parameters* parameters);

    /// <summary>struct io_uring_params: linux/io_uring.h.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct Parameters
    {
        internal uint SubmissionEntries;
        internal uint CompletionEntries;
        internal uint Flags;
        internal uint PollThreadCpu;
        internal uint PollThreadIdle;
        internal uint Features;
        internal uint WorkerDescriptor;
        internal uint Reserved0;
        internal uint Reserved1;
        internal uint Reserved2;
        internal SubmissionOffsets Submission;
        internal CompletionOffsets Completion;
    }

    /// <summary>struct io_sqring_offsets: where the fields of the submission ring lie in its mapping.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct SubmissionOffsets
    {
        internal uint Head;
        internal uint Tail;
        internal uint Mask;
        internal uint Entries;
        internal uint Flags;
        internal uint Dropped;
        internal uint Array;
        internal uint Reserved;
        internal ulong UserAddress;
    }

    /// <summary>struct io_cqring_offsets: where the fields of the completion ring lie in the same mapping.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct CompletionOffsets
    {
        internal uint Head;
        internal uint Tail;
        internal uint Mask;
        internal uint Entries;
        internal uint Overflow;
        internal uint Completions;
        internal uint Flags;
        internal uint Reserved;
        internal ulong UserAddress;
    }
}

/// <summary>io_uring_enter(2), by its number: libc has no function for it.</summary>
internal static unsafe partial class IoUringEnter
{
    /// <summary>426 on every architecture .NET supports: asm-generic/unistd.h.</summary>
    private const long Number = 426;

    /// <summary>IORING_ENTER_GETEVENTS | IORING_ENTER_EXT_ARG: wait, with a timeout.</summary>
    private const uint Wait = 1 << 0 | 1 << 3;

    /// <summary>Submits requests and waits for completions, at most as long as <paramref name="argument"/> says.</summary>
    /// <returns>
    /// The number submitted, which says nothing about the wait; or −1 with errno: ETIME when the timeout expired.
    /// </returns>
    internal static int Invoke(int ring, uint submit, uint wait, Argument* argument) =>
        (int)Call(Number, ring, submit, wait, Wait, argument, (nuint)sizeof(Argument));

    [LibraryImport("libc", EntryPoint = "syscall", SetLastError = true)]
    private static partial nint Call(long number, nint ring, nuint submit, nuint wait, nuint flags, Argument* argument, nuint size);

    /// <summary>struct io_uring_getevents_arg, without a signal mask.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct Argument
    {
        internal ulong SignalMask;
        internal uint SignalMaskSize;
        internal uint Reserved;
        internal TimeSpecification* Limit;
    }

    /// <summary>struct __kernel_timespec.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct TimeSpecification
    {
        internal long Seconds;
        internal long SubsecondNanoseconds;
    }
}

/// <summary>io_uring_register(2), by its number: libc has no function for it.</summary>
internal static unsafe partial class IoUringRegister
{
    /// <summary>IORING_REGISTER_BUFFERS: the kernel pins the memory once instead of at every request.</summary>
    internal const uint Buffers = 0;

    /// <summary>IORING_UNREGISTER_BUFFERS.</summary>
    internal const uint UnregisterBuffers = 1;

    /// <summary>IORING_REGISTER_FILES: the kernel looks descriptors up once instead of at every request.</summary>
    internal const uint Files = 2;

    /// <summary>IORING_UNREGISTER_FILES.</summary>
    internal const uint UnregisterFiles = 3;

    /// <summary>IORING_REGISTER_FILES_UPDATE: replaces the descriptors in some of the slots.</summary>
    internal const uint FilesUpdate = 6;

    /// <summary>427 on every architecture .NET supports: asm-generic/unistd.h.</summary>
    private const long Number = 427;

    /// <summary>Changes the registered buffers or files of a ring; 0 or more, or −1 with errno.</summary>
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

/// <summary>One request in the submission ring: struct io_uring_sqe, 64 bytes, linux/io_uring.h.</summary>
[StructLayout(LayoutKind.Sequential, Size = 64)]
internal unsafe struct IoUringRequest
{
    /// <summary>IORING_OP_READ_FIXED: pread(2) into a registered buffer.</summary>
    internal const byte ReadFixed = 4;

    /// <summary>IORING_OP_WRITE_FIXED: pwrite(2) from a registered buffer.</summary>
    internal const byte WriteFixed = 5;

    /// <summary>IORING_OP_ASYNC_CANCEL: ends another request, found by its <see cref="UserData"/>.</summary>
    internal const byte AsyncCancel = 14;

    /// <summary>
    /// IORING_OP_FILES_UPDATE: replaces the descriptors in some of the slots, in sequence with the requests before and after it.
    /// </summary>
    internal const byte FilesUpdate = 20;

    /// <summary>IORING_OP_SEND: send(2).</summary>
    internal const byte Send = 26;

    /// <summary>IORING_OP_RECV: recv(2).</summary>
    internal const byte Receive = 27;

    /// <summary>IOSQE_FIXED_FILE: <see cref="Descriptor"/> is a slot.</summary>
    internal const byte FixedFile = 1 << 0;

    /// <summary>IOSQE_IO_LINK: the next request starts when this one has completed in full, and is cancelled otherwise.</summary>
    internal const byte Link = 1 << 2;

    /// <summary>MSG_WAITALL, which also applies to sends: the kernel continues a partial send by itself (io_uring_enter(2)).</summary>
    internal const uint WaitAll = 0x100;

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

/// <summary>One completion: struct io_uring_cqe.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct IoUringCompletion
{
    /// <summary>The <see cref="IoUringRequest.UserData"/> of the request.</summary>
    internal ulong UserData;

    /// <summary>The return value of the equivalent system call, or a negative errno.</summary>
    internal int Result;

    internal uint Flags;
}
