using FileTransfer.Strategies.Machine;
using static System.FormattableString;
using static FileTransfer.Harness.Doctor.Finding;

namespace FileTransfer.Harness.Doctor;

/// <summary>Checks of the payload's pages in memory, and of the disk below them.</summary>
internal static class PageCacheChecks
{
    private const string Memory = "/proc/meminfo";
    private const string NoFile = "no file was named: --file FILE";

    /// <summary>The share of the payload that is in the page cache: mincore(2).</summary>
    public static Finding Resident(ExaminedMachine machine) => machine.Planned.Payload is not { } payload
        ? Unknown(NoFile)
        : PageCache.ResidentShare(payload) switch
        {
            null => Unknown("this system does not tell what is in its page cache"),
            < 1 and var share => Limit(
                Invariant($"{share * 100:0.#} % of {payload} is in the page cache: the first transfers read a disk"),
                $"cat '{payload}' > /dev/null"),
            _ => Fine($"all of {payload} is in the page cache"),
        };

    /// <summary>Pages that wait to be written to disk: proc_meminfo(5).</summary>
    public static Finding DirtyPages(ExaminedMachine machine)
    {
        const double MostFineMB = 64;
        const double KBPerMB = 1000;
        if ((machine.Files.Number(Memory, "Dirty") + machine.Files.Number(Memory, "Writeback")) / KBPerMB is not { } waiting)
        {
            return Unknown("this system does not tell how much waits to be written to disk");
        }

        string text = Invariant($"{waiting:0} MB wait to be written to disk");
        return waiting > MostFineMB ? Limit($"{text}: the kernel writes them meanwhile", "sync") : Fine(text);
    }

    /// <summary>A payload with holes, which are neither read from a disk nor kept like other pages.</summary>
    public static Finding Sparse(ExaminedMachine machine)
    {
        if (machine.Planned.Payload is not { } payload || FileBlocks.Of(payload) is not { } allocated)
        {
            return Unknown(machine.Planned.Payload is null ? NoFile : "this system does not tell where a file has holes");
        }

        long length = new FileInfo(payload).Length;
        return allocated < length
            ? Limit(
                Invariant($"{payload} has {length} bytes, and {allocated} on the disk: its holes are zeros that no disk has to read"),
                $"cp --sparse=never '{payload}' COPY; compressing file systems also store less")
            : Fine($"{payload} has no holes");
    }

    /// <summary>A file that does not fit into memory is never a transfer from the page cache.</summary>
    public static Finding FreeMemory(ExaminedMachine machine)
    {
        const double BytesPerKB = 1024;
        const double BytesPerGB = 1e9;
        if (machine.Files.Number(Memory, "MemAvailable") * BytesPerKB is not { } available)
        {
            return Unknown("this system does not tell how much memory is available");
        }

        string text = Invariant($"{available / BytesPerGB:0.0} GB of memory are available");
        return machine.Planned.Payload is { } payload && new FileInfo(payload) is { Exists: true } file && file.Length > available
            ? Limit(
                Invariant($"{text}, and {payload} has {file.Length / BytesPerGB:0.0} GB: every transfer reads a disk"),
                "free memory, or measure a smaller file; else the disk is what you measure")
            : Fine(text);
    }

    /// <summary>The kind of disk that the payload is on, and how far it is read ahead.</summary>
    public static Finding Disk(ExaminedMachine machine)
    {
        if (FileBlocks.DeviceOf(machine.Planned.Payload ?? Path.GetTempPath()) is not { } device)
        {
            return Unknown("this system does not tell what disk the payload is on");
        }

        // The queue of a partition is that of its disk.
        string[] folders = [$"/sys/dev/block/{device}/queue", $"/sys/dev/block/{device}/../queue"];
        if (folders.FirstOrDefault(one => machine.Files.Exists($"{one}/rotational")) is not { } folder)
        {
            return Unknown("the payload is not on a disk, or this system does not tell which");
        }

        string? ahead = machine.Files.Text($"{folder}/read_ahead_kb");
        return machine.Files.Text($"{folder}/rotational") == "1"
            ? Note(
                $"the payload is on a disk that turns, or on one that says so; it is read {ahead} KiB ahead: "
                    + "with a cold page cache the disk decides")
            : Fine($"the payload is on a disk that does not turn, read {ahead} KiB ahead");
    }
}
