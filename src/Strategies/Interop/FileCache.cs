using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

/// <summary>posix_fadvise(2).</summary>
internal static partial class FAdvise
{
    /// <summary>POSIX_FADV_SEQUENTIAL: the kernel reads twice as far ahead.</summary>
    internal const int Sequential = 2;

    /// <summary>POSIX_FADV_WILLNEED: the kernel begins to read the range, and does not wait for it.</summary>
    internal const int WillNeed = 3;

    /// <summary>POSIX_FADV_DONTNEED on every architecture that .NET supports.</summary>
    internal const int DontNeed = 4;

    /// <summary>Announces how a range of a file is used, with 0 for "to the end"; 0, or an error number.</summary>
    [LibraryImport("libc", EntryPoint = "posix_fadvise")]
    internal static partial int Invoke(int descriptor, long offset, long length, int advice);
}

/// <summary>cachestat(2), by its number: libc has no function for it.</summary>
internal static unsafe partial class CacheStat
{
    /// <summary>451 on every architecture .NET supports: asm-generic/unistd.h.</summary>
    private const long Number = 451;

    /// <summary>Counts the pages of a range of a file that are in the page cache; 0, or −1 with errno.</summary>
    internal static int Invoke(int descriptor, Range* range, Counts* counts) => (int)Call(Number, descriptor, range, counts, 0);

    [LibraryImport("libc", EntryPoint = "syscall", SetLastError = true)]
    private static partial nint Call(long number, nint descriptor, Range* range, Counts* counts, nuint flags);

    /// <summary>struct cachestat_range: linux/mman.h. A length of 0 means "to the end".</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct Range
    {
        internal ulong Offset;
        internal ulong Length;
    }

    /// <summary>struct cachestat: linux/mman.h. Numbers of pages.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct Counts
    {
        internal ulong Cached;
        internal ulong Dirty;
        internal ulong Writeback;
        internal ulong Evicted;
        internal ulong RecentlyEvicted;
    }
}
