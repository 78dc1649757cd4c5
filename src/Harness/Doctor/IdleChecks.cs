using static System.FormattableString;
using static FileTransfer.Harness.Doctor.Finding;

namespace FileTransfer.Harness.Doctor;

/// <summary>Checks of what idle processors do, and how long they take to wake up.</summary>
internal static class IdleChecks
{
    public const string StateUses = $"{Processors}/cpu*/cpuidle/state*/usage";

    private const string Processors = "/sys/devices/system/cpu";

    /// <summary>Idle states that take long to leave.</summary>
    public static Finding States(ExaminedMachine machine)
    {
        const double LongMicroseconds = 50;
        string driver = $"driver {machine.Files.Text($"{Processors}/cpuidle/current_driver") ?? "unknown"}, "
            + $"governor {machine.Files.Text($"{Processors}/cpuidle/current_governor") ?? "unknown"}";
        string[] slow = [.. machine.Files.Matching($"{Processors}/cpu0/cpuidle/state*/latency")
            .Where(path => machine.Files.Number(path) > LongMicroseconds && machine.Files.Text(Beside(path, "disable")) != "1")
            .Select(path =>
                $"{machine.Files.Text(Beside(path, "name")) ?? "a state"} ({machine.Files.Text(path)} µs, {Uses(path)} times a second)")];
        return slow.Length > 0
            ? Limit(
                $"idle processors enter states that take long to leave: {string.Join(", ", slow)}; {driver}",
                "cpupower idle-set -D 50")
            : Fine($"no idle state takes longer than 50 µs to leave, as far as this system tells; {driver}");

        static string Beside(string path, string name) => $"{path[..path.LastIndexOf('/')]}/{name}";

        string Uses(string path)
        {
            string pattern = Beside(path, "usage").Replace("/cpu0/", "/cpu*/", StringComparison.Ordinal);
            return Invariant($"{machine.Files.Matching(pattern).Sum(usage => machine.PerSecond(usage) ?? 0):0}");
        }
    }

    /// <summary>Whether an idle processor of a virtual machine waits a while before it halts: haltpoll of the kernel's cpuidle.</summary>
    /// <remarks>Source: Documentation/virt/guest-halt-polling.rst of Linux.</remarks>
    public static Finding HaltPolling(ExaminedMachine machine)
    {
        const string LongestWait = "/sys/module/haltpoll/parameters/guest_halt_poll_ns";
        string? governor = machine.Files.Text($"{Processors}/cpuidle/current_governor");
        return (governor, machine.Files.Number(LongestWait)) switch
        {
            ("haltpoll", 0) => Limit(
                "an idle processor of this virtual machine halts at once, and the hypervisor has to wake it",
                $"echo 200000 > {LongestWait}; or --wait learn"),
            ("haltpoll", { } nanoseconds) =>
                Fine(Invariant($"an idle processor waits for up to {nanoseconds / 1000:0} µs before it halts")),
            (null, _) => Unknown("this system does not tell how its processors idle"),
            _ => Fine($"the governor of idle processors is '{governor}', which does not halt them by a hypervisor's call alone"),
        };
    }

    /// <summary>The time that it takes to wake a thread whose processor is idle.</summary>
    public static Finding WakeUp(ExaminedMachine machine)
    {
        const double MostMicroseconds = 15;
        double time = machine.Trials.WakeUpMicroseconds;
        return time > MostMicroseconds
            ? Limit(
                "waking a thread whose processor is idle takes longer than sending a small file",
                "--affinity same compares the methods themselves; --wait learn avoids the sleep",
                Invariant($"{time:0} µs for each wait that blocks (median)"))
            : Fine(Invariant($"waking a thread whose processor is idle takes {time:0} µs (median)"));
    }
}
