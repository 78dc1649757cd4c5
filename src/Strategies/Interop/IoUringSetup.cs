using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

/// <summary>io_uring_setup(2), by its number: libc has no function for it.</summary>
internal static unsafe partial class IoUringSetup
{
    /// <summary>The completion ring lies in the mapping of the submission ring: Linux 5.4.</summary>
    internal const uint SingleMapping = 1 << 0;

    /// <summary>No completion is dropped when the ring is full: Linux 5.5.</summary>
    internal const uint NoDrop = 1 << 1;

    /// <summary>A wait can have a limit: Linux 5.11.</summary>
    internal const uint ExtendedArgument = 1 << 8;

    /// <summary>A linked request looks up its registered file when its turn comes: Linux 5.18, and 5.17 as patched.</summary>
    internal const uint LinkedFile = 1 << 12;

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
