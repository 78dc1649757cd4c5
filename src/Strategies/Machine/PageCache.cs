using System.Runtime.InteropServices;
using FileTransfer.Strategies.Interop;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Strategies.Machine;

/// <summary>Determines which pages of a file are in the page cache, and drops them from there.</summary>
public static class PageCache
{
    private const long ChunkBytes = 1 << 30;

    /// <summary>Share of a file's pages that are in the page cache, from 0 to 1; null where unknown.</summary>
    /// <remarks>Uses mincore(2). For files that this user neither owns nor may write to, it reports all pages as resident.</remarks>
    public static double? ResidentShare(string path)
    {
        if (!OperatingSystem.IsLinux())
        {
            return null;
        }

        using SafeFileHandle file = File.OpenHandle(path);
        long length = RandomAccess.GetLength(file);
        long pages = 0;
        long resident = 0;
        for (long offset = 0; offset < length; offset += ChunkBytes)
        {
            if (ResidentPages((int)file.DangerousGetHandle(), offset, Math.Min(ChunkBytes, length - offset)) is not { } found)
            {
                return null;
            }

            pages += found.Pages;
            resident += found.Resident;
        }

        return pages == 0 ? 1 : resident / (double)pages;
    }

    /// <summary>Asks the kernel to drop a file's pages from the page cache: posix_fadvise(2), POSIX_FADV_DONTNEED. Linux.</summary>
    /// <remarks>Pages that wait to be written, or that a process has mapped, stay. Nothing happens on other systems.</remarks>
    /// <exception cref="IOException">The file cannot be opened or written.</exception>
    public static void Drop(string path)
    {
        if (OperatingSystem.IsLinux())
        {
            using SafeFileHandle file = File.OpenHandle(path);
            Drop((int)file.DangerousGetHandle());
        }
    }

    /// <summary>
    /// The same for an open file. Its changes are written first (fdatasync(2)), because pages that wait to be written are not dropped.
    /// </summary>
    internal static void Drop(int descriptor)
    {
        // Where either fails pages stay, and whoever wants none counts them.
        _ = FSync.Data(descriptor);
        _ = FAdvise.Invoke(descriptor, 0, 0, FAdvise.DontNeed);
    }

    /// <summary>Writes the changes of a file to its disk.</summary>
    /// <exception cref="IOException">The file cannot be opened.</exception>
    internal static void Flush(string path)
    {
        using SafeFileHandle file = File.OpenHandle(path);
        _ = FSync.Data((int)file.DangerousGetHandle());
    }

    /// <summary>
    /// Pages of an open file that are in the page cache, those that are being read or written included; null where unknown.
    /// </summary>
    /// <remarks>Uses cachestat(2), of Linux 6.5, and mincore(2) before that. Both tell it only to whoever may write to the file.</remarks>
    internal static unsafe long? CachedPages(int descriptor, long length)
    {
        var all = default(CacheStat.Range);
        CacheStat.Counts counts;
        if (CacheStat.Invoke(descriptor, &all, &counts) == 0)
        {
            return (long)counts.Cached;
        }

        if (Marshal.GetLastPInvokeError() != Errno.NoSuchCall)
        {
            return null;
        }

        long resident = 0;
        for (long offset = 0; offset < length; offset += ChunkBytes)
        {
            if (ResidentPages(descriptor, offset, Math.Min(ChunkBytes, length - offset)) is not { } found)
            {
                return null;
            }

            resident += found.Resident;
        }

        return resident;
    }

    private static unsafe (long Pages, long Resident)? ResidentPages(int descriptor, long offset, long length)
    {
        nint address = MMap.Invoke(0, (nuint)length, MMap.Readable, MMap.Shared, descriptor, offset);
        if (address == MMap.Failed)
        {
            return null;
        }

        try
        {
            byte[] states = new byte[(length + Environment.SystemPageSize - 1) / Environment.SystemPageSize];
            fixed (byte* first = states)
            {
                if (MinCore.Invoke(address, (nuint)length, first) != 0)
                {
                    return null;
                }
            }

            return (states.Length, states.Count(state => (state & MinCore.Resident) != 0));
        }
        finally
        {
            _ = MUnmap.Invoke(address, (nuint)length);
        }
    }
}
