using FileTransfer.Strategies.Interop;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Strategies.Machine;

/// <summary>Determines the share of a file that is in the page cache.</summary>
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
            if (ResidentPages(file, offset, Math.Min(ChunkBytes, length - offset)) is not { } found)
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
            RandomAccess.FlushToDisk(file);
            _ = FAdvise.Invoke(file, 0, 0, FAdvise.DontNeed);
        }
    }

    private static unsafe (long Pages, long Resident)? ResidentPages(SafeFileHandle file, long offset, long length)
    {
        nint address = MMap.Invoke(0, (nuint)length, MMap.Readable, MMap.Shared, (int)file.DangerousGetHandle(), offset);
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
