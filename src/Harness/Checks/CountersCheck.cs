using static System.FormattableString;

namespace FileTransfer.Harness.Checks;

/// <summary>What this machine lets a profiler count: perf_event_open(2).</summary>
internal sealed class CountersCheck : ICheck
{
    private const string Paranoid = "/proc/sys/kernel/perf_event_paranoid";

    public string Group => CheckGroup.Tools;

    public string Name => "counters";

    public Finding Examine(Subject subject)
    {
        bool hasCounters = subject.Files.Exists("/sys/bus/event_source/devices/cpu")
            || subject.Files.Matching("/sys/bus/event_source/devices/cpu_*/type").Count > 0
            || subject.Files.Matching("/sys/bus/event_source/devices/armv*/type").Count > 0;
        return (subject.Files.Number(Paranoid), hasCounters) switch
        {
            (null, _) => Finding.Unknown("this system does not tell what perf may count"),
            ( > 2, _) => Finding.Note("perf is forbidden here", $"echo 1 > {Paranoid}"),
            (_, false) => Finding.Note(
                "the processor's own counters (cycles, cache misses) are hidden here, "
                + "as by most hypervisors: perf can count events of the kernel only"),
            var (level, _) => Finding.Fine(Invariant($"perf can read the processor's counters (perf_event_paranoid {level})")),
        };
    }
}
