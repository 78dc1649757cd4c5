using static System.FormattableString;
using static FileTransfer.Harness.Doctor.Finding;

namespace FileTransfer.Harness.Doctor;

/// <summary>Checks of what the machine shows to tools that look for causes.</summary>
internal static class ToolChecks
{
    /// <summary>What this machine lets a profiler count: perf_event_open(2).</summary>
    public static Finding Counters(ExaminedMachine machine)
    {
        const string Paranoid = "/proc/sys/kernel/perf_event_paranoid";
        const string Devices = "/sys/bus/event_source/devices";
        bool hasCounters = machine.Files.Exists($"{Devices}/cpu")
            || machine.Files.Matching($"{Devices}/cpu_*/type").Count > 0
            || machine.Files.Matching($"{Devices}/armv*/type").Count > 0;
        return (machine.Files.Number(Paranoid), hasCounters) switch
        {
            (null, _) => Unknown("this system does not tell what perf may count"),
            ( > 2, _) => Note("perf is forbidden here", $"echo 1 > {Paranoid}"),
            (_, false) => Note(
                "the processor's own counters (cycles, cache misses) are hidden here, "
                    + "as by most hypervisors: perf can count events of the kernel only"),
            var (level, _) => Fine(Invariant($"perf can read the processor's counters (perf_event_paranoid {level})")),
        };
    }

    /// <summary>What this machine lets a tracer see: ptrace(2), tracefs.</summary>
    public static Finding Tracing(ExaminedMachine machine)
    {
        string calls = machine.Files.Text("/proc/sys/kernel/yama/ptrace_scope") is "3"
            ? "strace is forbidden"
            : "strace can show system calls";
        string events = machine.Files.Exists("/sys/kernel/tracing/events") || machine.Files.Exists("/sys/kernel/debug/tracing/events")
            ? "perf trace and ftrace can show the scheduler and TCP"
            : "events of the kernel are hidden (tracefs is not mounted, or only root may read it)";
        return Fine($"{calls}; {events}");
    }
}
