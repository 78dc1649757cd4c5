using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

/// <summary>mmap(2).</summary>
internal static partial class MMap
{
    /// <summary>PROT_READ.</summary>
    internal const int Read = 1;

    /// <summary>PROT_WRITE.</summary>
    internal const int Write = 2;

    /// <summary>MAP_SHARED.</summary>
    internal const int Shared = 1;

    /// <summary>MAP_PRIVATE.</summary>
    internal const int Private = 2;

    /// <summary>MAP_ANONYMOUS: memory that no file stands behind.</summary>
    internal const int Anonymous = 0x20;

    /// <summary>MAP_POPULATE: the pages are there when the call returns.</summary>
    internal const int Populate = 0x8000;

    /// <summary>MAP_FAILED: see errno.</summary>
    internal const nint Failed = -1;

    /// <summary>Maps a file or memory; the address, or <see cref="Failed"/> with errno.</summary>
    [LibraryImport("libc", EntryPoint = "mmap", SetLastError = true)]
    internal static partial nint Invoke(nint address, nuint length, int protection, int flags, int descriptor, long offset);
}
