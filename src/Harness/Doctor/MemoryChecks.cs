using System.Globalization;
using FileTransfer.Strategies.Machine;
using static System.FormattableString;
using static FileTransfer.Harness.Doctor.Finding;

namespace FileTransfer.Harness.Doctor;

/// <summary>Checks of the memory: what it costs, and whether there is enough.</summary>
internal static class MemoryChecks
{
    public const string Statistics = "/proc/vmstat";

    /// <summary>Transparent huge pages, which buffers and mappings get or not.</summary>
    public static Finding HugePages(ExaminedMachine machine)
    {
        string? text = machine.Files.Text("/sys/kernel/mm/transparent_hugepage/enabled");
        return (text?.Split('[', ']') is [_, var inside, ..] ? inside : null) switch
        {
            null => Unknown("this system does not tell whether it uses huge pages by itself"),
            "always" => Note("every program gets huge pages: large buffers are faster to fill than where they are only 'madvise'"),
            var chosen => Fine($"huge pages: {chosen}"),
        };
    }

    /// <summary>Memory that the kernel has written to disk, and the traffic of it: proc_vmstat(5).</summary>
    public static Finding Swap(ExaminedMachine machine)
    {
        if (machine.PerSecond(Statistics, "pswpin") + machine.PerSecond(Statistics, "pswpout") is not { } pages)
        {
            return Unknown("this system does not count what it swaps");
        }

        double own = machine.Files.Number("/proc/self/status", "VmSwap") ?? 0;
        const string Remedy = "end what needs the memory; swapoff -a";
        return pages > 0
            ? Unfit(Invariant($"the kernel swaps {pages:0} pages a second between memory and disk"), Remedy)
            : own > 0
                ? Limit(Invariant($"{own:0} kB of this process are swapped out"), Remedy)
                : Fine("nothing is swapped");
    }

    /// <summary>Pages that had to be read from disk when they were touched: proc_vmstat(5).</summary>
    public static Finding MajorFaults(ExaminedMachine machine) => machine.PerSecond(Statistics, "pgmajfault") switch
    {
        null => Unknown("this system does not count pages that it reads from disk when they are touched"),
        > 10 and var rate => Limit(
            Invariant($"{rate:0} pages a second are read from disk when they are touched: memory is short, or programs are starting"),
            "wait until that is over, or free memory"),
        var rate => Fine(Invariant($"{rate:0} pages a second are read from disk when they are touched")),
    };

    /// <summary>The memory that a process may lock, which io_uring and MSG_ZEROCOPY need: getrlimit(2), RLIMIT_MEMLOCK.</summary>
    public static Finding LockedMemory(ExaminedMachine machine)
    {
        const double Needed = 1 << 20;
        string? soft = ProcessLimit.Soft(machine.Files, "Max locked memory");
        return soft is null
            ? Unknown("this system does not tell how much memory a process may lock")
            : double.TryParse(soft, CultureInfo.InvariantCulture, out double bytes) && bytes < Needed
                ? Limit($"a process may lock {soft} bytes of memory: io-uring and msg-zerocopy may fail", "ulimit -l 8192")
                : Fine($"a process may lock {soft} bytes of memory");
    }

    /// <summary>What a copy by the kernel costs when its destination begins just behind its source within their pages.</summary>
    public static Finding Copies(ExaminedMachine machine)
    {
        const double MostTimes = 1.5;
        double times = machine.Trials.MisplacedCopyTimes;
        return times > MostTimes
            ? Limit(
                "the kernel copies slowly to memory that begins 1 to 15 bytes further into its page than the source into its own",
                "begin large buffers 64 bytes into a page, as these strategies and receivers do; see docs/findings.md",
                Invariant($"a read of 64 KiB into a buffer that begins 8 bytes into a page takes {times:0.0} times as long"))
            : Fine("the kernel copies to every address about as fast");
    }

    /// <summary>The time that the kernel takes to hand out a page of memory, when it is touched for the first time.</summary>
    public static Finding FirstTouch(ExaminedMachine machine)
    {
        const double MostMicroseconds = 3;
        const int PagesOfMegabyte = 256;
        double time = machine.Trials.FirstTouchMicroseconds;
        return time > MostMicroseconds
            ? Limit(
                "new memory is slow: the kernel, or the hypervisor below it, takes long to hand out a page",
                "reuse large buffers; what allocates them anew for each transfer looks worse here than elsewhere",
                Invariant($"{time:0.0} µs for a page that is touched for the first time, ")
                    + Invariant($"{time * PagesOfMegabyte / 1000:0.0} ms for a megabyte"))
            : Fine(Invariant($"a page that is touched for the first time takes {time:0.0} µs"));
    }
}
