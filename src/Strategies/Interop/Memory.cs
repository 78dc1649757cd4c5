using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

/// <summary>mmap(2).</summary>
internal static partial class MMap
{
    /// <summary>MAP_FAILED.</summary>
    internal const nint Failed = -1;

    /// <summary>PROT_READ.</summary>
    internal const int Readable = 1;

    /// <summary>PROT_WRITE.</summary>
    internal const int Writable = 2;

    /// <summary>MAP_SHARED: the pages of the page cache themselves.</summary>
    internal const int Shared = 1;

    /// <summary>MAP_PRIVATE.</summary>
    internal const int Private = 2;

    /// <summary>MAP_ANONYMOUS: memory without a file.</summary>
    internal const int Anonymous = 0x20;

    /// <summary>MAP_POPULATE: every page is entered into the page tables before the call returns.</summary>
    internal const int Populate = 0x8000;

    /// <summary>Maps a file; its address, or <see cref="Failed"/> with errno.</summary>
    [LibraryImport("libc", EntryPoint = "mmap", SetLastError = true)]
    internal static partial nint Invoke(nint wish, nuint length, int protection, int flags, int file, long offset);
}

/// <summary>munmap(2).</summary>
internal static partial class MUnmap
{
    /// <summary>Removes a mapping; 0, or −1 with errno.</summary>
    [LibraryImport("libc", EntryPoint = "munmap", SetLastError = true)]
    internal static partial int Invoke(nint address, nuint length);
}

/// <summary>mincore(2).</summary>
internal static partial class MinCore
{
    /// <summary>The lowest bit of a page's byte is set when the page is in memory.</summary>
    internal const byte Resident = 1;

    /// <summary>Reports for every page of a mapping whether it is in memory; 0, or −1 with errno.</summary>
    [LibraryImport("libc", EntryPoint = "mincore", SetLastError = true)]
    internal static unsafe partial int Invoke(nint address, nuint length, byte* pages);
}
