using System.Globalization;

namespace FileTransfer.Strategies.Machine;

/// <summary>What a process has read from disks, as the kernel counts it: proc_pid_io(5). Linux.</summary>
internal static class DiskReads
{
    private const string Counts = "/proc/self/io";
    private const string Name = "read_bytes: ";

    /// <summary>
    /// Bytes that this process, and children that it has waited for, have caused to be read from a storage device; what came from the
    /// page cache does not count. Null where the kernel does not tell.
    /// </summary>
    public static long? OfThisProcess()
    {
        try
        {
            string counts = File.ReadAllText(Counts);
            int start = counts.IndexOf(Name, StringComparison.Ordinal) + Name.Length;
            return start >= Name.Length && counts.IndexOf('\n', start) is >= 0 and int end
                ? long.Parse(counts.AsSpan(start, end - start), NumberStyles.None, CultureInfo.InvariantCulture)
                : null;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
