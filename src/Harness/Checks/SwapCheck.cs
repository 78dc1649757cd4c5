using static System.FormattableString;

namespace FileTransfer.Harness.Checks;

/// <summary>Memory that the kernel has written to disk, and the traffic of it: proc_vmstat(5).</summary>
internal sealed class SwapCheck : ICheck
{
    private const string Statistics = "/proc/vmstat";

    public string Group => CheckGroup.Memory;

    public string Name => "swap";

    public IReadOnlyList<string> Counters(SystemFiles files) => [Statistics];

    public Finding Examine(Subject subject)
    {
        if (subject.PerSecond(Statistics, "pswpin") + subject.PerSecond(Statistics, "pswpout") is not { } pages)
        {
            return Finding.Unknown("this system does not count what it swaps");
        }

        double own = subject.Files.Number("/proc/self/status", "VmSwap") ?? 0;
        const string Remedy = "end what needs the memory; swapoff -a";
        return pages > 0
            ? Finding.Unfit(Invariant($"the kernel swaps {pages:0} pages a second between memory and disk"), Remedy)
            : own > 0
                ? Finding.Limit(Invariant($"{own:0} kB of this process are swapped out"), Remedy)
                : Finding.Fine("nothing is swapped");
    }
}
