using FileTransfer.Strategies.Interop;

namespace FileTransfer.Strategies.Machine;

/// <summary>Whether a file lies where it can be evicted from memory, and read again from a disk as it is.</summary>
internal static class FileMedium
{
    private const string Remedy = "name a file on a disk: --file FILE, or set TMPDIR to a folder on one for generated payloads";

    /// <summary>Why a file can never be cold, with the remedy; null when it can be, or where unknown.</summary>
    /// <exception cref="IOException">The file cannot be opened.</exception>
    public static string? WhyNeverCold(string path, long length)
    {
        if (!OperatingSystem.IsLinux() || StatFs.Invoke(path, out StatFs.Status status) != 0)
        {
            return null;
        }

        if (InMemory(status.Type) is { } memory)
        {
            return $"{path} is on {memory}, which is memory: there is no disk to read it from; {Remedy}";
        }

        if (Stacked(status.Type) is { } stacked)
        {
            return $"{path} is on {stacked}, a file system above another one, which holds the pages; {Remedy}";
        }

        // Blocks are counted when they are allocated, which a file system may put off until it writes.
        PageCache.Flush(path);
        return FileBlocks.Of(path) is { } allocated && allocated < length
            ? $"{path} has {length} bytes and occupies {allocated} on its disk: it has holes, or its file system compresses it, so that "
                + "less is read than is sent; make a copy by 'cp --sparse=never' on a file system that does not compress"
            : null;
    }

    private static string? InMemory(long type) => type switch
    {
        StatFs.TmpFs => "tmpfs",
        StatFs.RamFs => "ramfs",
        StatFs.HugeTlbFs => "hugetlbfs",
        _ => null,
    };

    private static string? Stacked(long type) => type switch
    {
        StatFs.Overlay => "overlay",
        StatFs.Aufs => "aufs",
        StatFs.ECryptFs => "ecryptfs",
        _ => null,
    };
}
