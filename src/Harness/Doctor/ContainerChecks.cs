using FileTransfer.Strategies.Machine;
using static System.FormattableString;
using static FileTransfer.Harness.Doctor.Finding;

namespace FileTransfer.Harness.Doctor;

/// <summary>Checks of the limits of a container, and of its file system.</summary>
internal static class ContainerChecks
{
    /// <summary>The processor time that a container may use, and whether it was stopped for having used it.</summary>
    public static Finding CpuQuota(ExaminedMachine machine)
    {
        const string Remedy = "give the container more processors, or none of its own limits: docker run --cpus N";
        if (ControlGroup.ProcessorStatistics(machine.Files) is { } path
            && machine.Growth(files => files.Number(path, "nr_throttled")) is > 0 and var throttled)
        {
            return Unfit(
                Invariant($"the CPU quota of the container stopped it {throttled} times within {machine.Seconds:0.#} s"),
                Remedy);
        }

        return ControlGroup.ProcessorQuota(machine.Files) is not { } processors
            ? Fine("no CPU quota limits this process, as far as this system tells")
            : processors < machine.Processors.Count
                ? Limit(
                    Invariant($"the container may use {processors:0.##} of {machine.Processors.Count} processors: ")
                        + "beyond that it is stopped for a while",
                    Remedy)
                : Fine(Invariant($"the CPU quota allows {processors:0.##} processors"));
    }

    /// <summary>The memory that a container may use: the page cache counts.</summary>
    public static Finding MemoryLimit(ExaminedMachine machine)
    {
        const double Full = 0.9;
        const double BytesPerGiB = 1L << 30;

        // Version 1 writes the largest multiple of a page for "no limit".
        const double NoLimit = 1L << 60;
        double? limit = ControlGroup.Number(machine.Files, "memory.max", "memory", "memory.limit_in_bytes");
        double? used = ControlGroup.Number(machine.Files, "memory.current", "memory", "memory.usage_in_bytes");
        if (limit is not { } most || most > NoLimit)
        {
            return Fine("no limit of a container holds the memory, as far as this system tells");
        }

        string text = Invariant($"the container uses {(used ?? 0) / BytesPerGiB:0.##} of {most / BytesPerGiB:0.##} GiB");
        return used > Full * most
            ? Limit(
                $"{text}: the kernel drops files from the page cache to stay below",
                "give the container more memory: docker run --memory N")
            : Fine(text);
    }

    /// <summary>The number of threads and processes that a container may have.</summary>
    public static Finding ProcessLimit(ExaminedMachine machine)
    {
        // A server and a sender of .NET have about 20 threads each, and a server of synchronous receivers one per connection.
        const double Needed = 200;
        double? most = ControlGroup.Number(machine.Files, "pids.max", "pids", "pids.max");
        double used = ControlGroup.Number(machine.Files, "pids.current", "pids", "pids.current") ?? 0;
        return most - used < Needed
            ? Limit(
                Invariant($"the container has {used} of {most} threads: a run can fail to start its own"),
                "give the container more: docker run --pids-limit N")
            : Fine(most is null
                ? "no limit of a container holds the number of threads"
                : Invariant($"{used} of {most} threads are in use"));
    }

    /// <summary>The file system of the payload: proc_pid_mountinfo(5).</summary>
    public static Finding FileSystem(ExaminedMachine machine)
    {
        string payload = machine.Planned.Payload ?? Path.GetTempPath();
        string? kind = machine.Files.Lines("/proc/self/mountinfo")
            .Select(line => line.Split(' '))
            .Select(words => (Words: words, Separator: Array.IndexOf(words, "-")))
            .Where(mount => mount.Separator > 4 && mount.Separator + 1 < mount.Words.Length && IsAbove(mount.Words[4], payload))
            .OrderBy(mount => mount.Words[4].Length)
            .Select(mount => mount.Words[mount.Separator + 1])
            .LastOrDefault();
        return kind is null
            ? Unknown("this system does not tell on what file system the payload is")
            : kind is "overlay" or "aufs" or "9p" or "virtiofs" or "cifs"
                || kind.StartsWith("fuse", StringComparison.Ordinal)
                || kind.StartsWith("nfs", StringComparison.Ordinal)
                ? Limit(
                    $"the payload is on {kind}, a file system above another: opening and reading cost more, and sendfile(2) or splice(2) "
                        + "may copy",
                    "put it on a local disk or a volume, and name it: --file FILE")
                : Fine($"the payload is on {kind}");
    }

    private static bool IsAbove(string mount, string path) =>
        mount == "/" || path == mount || path.StartsWith($"{mount}/", StringComparison.Ordinal);
}
