namespace FileTransfer.Strategies.Machine;

/// <summary>What a process has read from disks, as the kernel counts it: proc_pid_io(5). Linux.</summary>
internal static class DiskReads
{
    /// <summary>
    /// Bytes that this process, and children that it has waited for, have caused to be read from a storage device; what came from the
    /// page cache does not count. Null where the kernel does not tell.
    /// </summary>
    public static long? OfThisProcess() => (long?)SystemFiles.OfThisMachine.Number("/proc/self/io", "read_bytes");
}
