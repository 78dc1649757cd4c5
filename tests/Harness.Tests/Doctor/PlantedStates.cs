namespace FileTransfer.Harness.Tests.Doctor;

/// <summary>The states that a check must name, and clean ones.</summary>
internal static partial class PlantedStates
{
    private const string Cpu = "/sys/devices/system/cpu";

    /// <summary>Check, its severity, part of its text; what is planted: path, text at the start, text at the end, …</summary>
    public static TheoryData<string, string, string, string[]> All { get; } = new()
    {
        { "steal", "Unfit", "took 10 %", ["/proc/stat", Times(0, 0, 0), Times(90, 90, 20)] },
        { "steal", "Limit", "took 2 %", ["/proc/stat", Times(0, 0, 0), Times(100, 96, 4)] },
        { "steal", "Fine", "took 0 %", ["/proc/stat", Times(0, 0, 0), Times(100, 100, 0)] },
        { "steal", "Unknown", "does not count", [] },
        { "turbo", "Limit", "raises its clock frequency", Always($"{Cpu}/cpufreq/boost", "1") },
        { "turbo", "Limit", "raises its clock frequency", Always($"{Cpu}/intel_pstate/no_turbo", "0") },
        { "turbo", "Fine", "not boosted", Always($"{Cpu}/intel_pstate/no_turbo", "1") },
        { "turbo", "Unknown", "does not tell", [] },
        { "smt", "Limit", "0-1 are hardware threads", Always($"{Cpu}/cpu0/topology/thread_siblings_list", "0-1") },
        { "smt", "Fine", "no two", Always($"{Cpu}/cpu0/topology/thread_siblings_list", "0") },
        { "smt", "Unknown", "does not tell", [] },
        { "governor", "Limit", "cpu1 powersave", [.. Governor(0, "performance"), .. Governor(1, "powersave")] },
        {
            "governor", "Limit", "cpu0 balance_power",
            [
                .. Governor(0, "performance"),
                .. Always($"{Cpu}/cpu0/cpufreq/energy_performance_preference", "balance_power"),
            ]
        },
        { "governor", "Fine", "highest", Governor(0, "performance") },
        { "governor", "Unknown", "does not tell", [] },
        { "throttling", "Unfit", "2 times", [$"{Cpu}/cpu0/thermal_throttle/core_throttle_count", "5", "7"] },
        { "throttling", "Limit", "5 times", Always($"{Cpu}/cpu0/thermal_throttle/core_throttle_count", "5") },
        { "throttling", "Fine", "never", Always($"{Cpu}/cpu0/thermal_throttle/core_throttle_count", "0") },
        { "throttling", "Unknown", "does not count", [] },
        { "clock", "Limit", "'hpet'", Clock("hpet") },
        { "clock", "Fine", "'tsc'", Clock("tsc") },
        {
            "mitigations", "Note", "(spectre_v1)",
            [
                .. Always($"{Cpu}/vulnerabilities/spectre_v1", "Mitigation: usercopy"),
                .. Always($"{Cpu}/vulnerabilities/mds", "Not affected"),
            ]
        },
        { "mitigations", "Fine", "no protection", Always($"{Cpu}/vulnerabilities/mds", "Not affected") },
        { "mitigations", "Unknown", "does not tell", [] },
        { "isolation", "Limit", "processors 1 are isolated", Always($"{Cpu}/isolated", "1") },
        { "isolation", "Note", "processors 6-7", Always($"{Cpu}/isolated", "6-7") },
        { "isolation", "Fine", "no processor", Always($"{Cpu}/isolated", "") },
        { "affinity", "Note", "0-1 of 0-3", Always($"{Cpu}/online", "0-3") },
        { "affinity", "Fine", "every processor", Always($"{Cpu}/online", "0-1") },
        { "numa", "Limit", "2 memory nodes", [.. Node(0), .. Node(1)] },
        { "numa", "Fine", "equally near", Node(0) },
        { "numa", "Unknown", "does not tell", [] },
        {
            "idle-states", "Limit", "C6 (133 µs, 40 times a second)",
            [
                .. IdleState("C6", "133"), $"{Cpu}/cpu0/cpuidle/state3/usage", "100", "140",
            ]
        },
        { "idle-states", "Fine", "no idle state", IdleState("C1", "2") },
        { "idle-states", "Fine", "no idle state", [.. IdleState("C6", "133"), .. Always($"{Cpu}/cpu0/cpuidle/state3/disable", "1")] },
        { "halt-polling", "Limit", "halts at once", HaltPolling("haltpoll", "0") },
        { "halt-polling", "Fine", "200 µs", HaltPolling("haltpoll", "200000") },
        { "halt-polling", "Fine", "'menu'", HaltPolling("menu", "0") },
        { "halt-polling", "Unknown", "does not tell", [] },
        { "pressure-cpu", "Unfit", "60 % of the time", Pressure("cpu", 600_000) },
        { "pressure-memory", "Limit", "20 % of the time", Pressure("memory", 200_000) },
        { "pressure-io", "Fine", "1 % of the time", Pressure("io", 10_000) },
        { "pressure-io", "Unknown", "(PSI)", [] },
        { "other-processes", "Unfit", "process 7 (busy loop)", Processes(1900, other: 190) },
        { "other-processes", "Limit", "process 7 (busy loop)", Processes(1300, other: 60) },
        { "other-processes", "Fine", "used 0 %", Processes(1001, other: 0) },
        { "other-processes", "Unknown", "does not tell", [] },
        { "interrupts", "Limit", "30,000 interrupts", ["/proc/stat", Times(0, 0, 0, 0), Times(1, 1, 0, 30_000)] },
        { "interrupts", "Fine", "500 interrupts", ["/proc/stat", Times(0, 0, 0, 0), Times(1, 1, 0, 500)] },
        { "interrupts", "Unknown", "does not count", [] },
        { "load", "Note", "8.10", Always("/proc/loadavg", "8.10 1.0 1.0 1/2 3") },
        { "load", "Fine", "0.10", Always("/proc/loadavg", "0.10 1.0 1.0 1/2 3") },
        {
            "cpu-quota", "Limit", "may use 0.5 of 2",
            [
                .. Always("/proc/self/cgroup", "0::/box"),
                .. Always("/sys/fs/cgroup/box/cpu.max", "50000 100000"),
            ]
        },
        {
            "cpu-quota", "Limit", "may use 1.5 of 2",
            [
                .. Always("/proc/self/cgroup", "3:cpu,cpuacct:/box"),
                .. Always("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "150000"),
                .. Always("/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000"),
            ]
        },
        {
            "cpu-quota", "Unfit", "stopped it 3 times",
            [
                .. Always("/proc/self/cgroup", "0::/box"),
                "/sys/fs/cgroup/box/cpu.stat", "nr_periods 9\nnr_throttled 4", "nr_periods 12\nnr_throttled 7",
            ]
        },
        {
            "cpu-quota", "Fine", "no CPU quota",
            [
                .. Always("/proc/self/cgroup", "0::/"),
                .. Always("/sys/fs/cgroup/cpu.max", "max 100000"),
            ]
        },
        {
            "memory-limit", "Limit", "drops files",
            [
                .. Always("/proc/self/cgroup", "0::/box"),
                .. Always("/sys/fs/cgroup/box/memory.max", "1073741824"),
                .. Always("/sys/fs/cgroup/box/memory.current", "1063741824"),
            ]
        },
        {
            "memory-limit", "Fine", "0.5 of 1 GiB",
            [
                .. Always("/proc/self/cgroup", "0::/box"),
                .. Always("/sys/fs/cgroup/box/memory.max", "1073741824"),
                .. Always("/sys/fs/cgroup/box/memory.current", "536870912"),
            ]
        },
        { "memory-limit", "Fine", "no limit", [] },
        {
            "process-limit", "Limit", "950 of 1000",
            [
                .. Always("/proc/self/cgroup", "0::/box"),
                .. Always("/sys/fs/cgroup/box/pids.max", "1000"),
                .. Always("/sys/fs/cgroup/box/pids.current", "950"),
            ]
        },
        {
            "process-limit", "Fine", "no limit",
            [
                .. Always("/proc/self/cgroup", "0::/box"),
                .. Always("/sys/fs/cgroup/box/pids.max", "max"),
            ]
        },
        { "file-system", "Limit", "overlay", Mounted("overlay") },
        { "file-system", "Limit", "fuse.sshfs", Mounted("fuse.sshfs") },
        { "file-system", "Fine", "ext4", Mounted("ext4") },
        { "huge-pages", "Note", "every program", Always("/sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never") },
        { "huge-pages", "Fine", "madvise", Always("/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never") },
        { "huge-pages", "Unknown", "does not tell", [] },
        { "swap", "Unfit", "30 pages", ["/proc/vmstat", "pswpin 10\npswpout 20", "pswpin 20\npswpout 40"] },
        {
            "swap", "Limit", "12 kB",
            [
                .. Always("/proc/vmstat", "pswpin 10\npswpout 20"),
                .. Always("/proc/self/status", "VmSwap:\t      12 kB"),
            ]
        },
        { "swap", "Fine", "nothing", Always("/proc/vmstat", "pswpin 10\npswpout 20") },
        { "swap", "Unknown", "does not count", [] },
        { "major-faults", "Limit", "500 pages", ["/proc/vmstat", "pgmajfault 1", "pgmajfault 501"] },
        { "major-faults", "Fine", "0 pages", Always("/proc/vmstat", "pgmajfault 1") },
        { "locked-memory", "Limit", "65536 bytes", LockedMemory("65536") },
        { "locked-memory", "Fine", "unlimited", LockedMemory("unlimited") },
        { "dirty-pages", "Limit", "300 MB", Always("/proc/meminfo", "Dirty: 200000 kB\nWriteback: 100000 kB") },
        { "dirty-pages", "Fine", "0 MB", Always("/proc/meminfo", "Dirty: 20 kB\nWriteback: 0 kB") },
        { "free-memory", "Fine", "8.2 GB", Always("/proc/meminfo", "MemAvailable: 8000000 kB") },
        {
            "buffers", "Limit", "87380 bytes (receiving)",
            [
                .. Always("/proc/sys/net/ipv4/tcp_rmem", "4096\t65536\t87380"),
                .. Always("/proc/sys/net/ipv4/tcp_wmem", "4096 16384 4194304"),
            ]
        },
        {
            "buffers", "Fine", "4194304 bytes (sending)",
            [
                .. Always("/proc/sys/net/ipv4/tcp_rmem", "4096 131072 33554432"),
                .. Always("/proc/sys/net/ipv4/tcp_wmem", "4096 16384 4194304"),
            ]
        },
        { "slow-start-after-idle", "Note", "over loopback", Always("/proc/sys/net/ipv4/tcp_slow_start_after_idle", "1") },
        { "slow-start-after-idle", "Fine", "keeps its window", Always("/proc/sys/net/ipv4/tcp_slow_start_after_idle", "0") },
        { "autocorking", "Note", "is off", Always("/proc/sys/net/ipv4/tcp_autocorking", "0") },
        { "autocorking", "Fine", "is on", Always("/proc/sys/net/ipv4/tcp_autocorking", "1") },
        { "queue", "Fine", "pfifo_fast", Always("/proc/sys/net/core/default_qdisc", "pfifo_fast") },
        { "mtu", "Limit", "1500 bytes", Always("/sys/class/net/lo/mtu", "1500") },
        { "mtu", "Fine", "65536 bytes", Always("/sys/class/net/lo/mtu", "65536") },
        { "connection-tracking", "Limit", "tracks 3", Always("/proc/sys/net/netfilter/nf_conntrack_count", "3") },
        { "connection-tracking", "Fine", "tracks none", Always("/proc/sys/net/netfilter/nf_conntrack_count", "0") },
        { "filters", "Limit", "filter, nat", Always("/proc/net/ip_tables_names", "filter\nnat") },
        { "filters", "Fine", "no table", [] },
        { "retransmissions", "Limit", "50 of 1000", ["/proc/net/snmp", Segments(100, 1), Segments(1100, 51)] },
        { "retransmissions", "Fine", "0 of 1000", ["/proc/net/snmp", Segments(100, 1), Segments(1100, 1)] },
        { "loopback-traffic", "Limit", "5,000 packets", ["/sys/class/net/lo/statistics/tx_packets", "1000", "6000"] },
        { "loopback-traffic", "Fine", "10 packets", ["/sys/class/net/lo/statistics/tx_packets", "1000", "1010"] },
        { "diagnostics", "Unfit", "process 42 traces", Always("/proc/self/status", "TracerPid:\t42") },
        { "diagnostics", "Fine", "no debugger", Always("/proc/self/status", "TracerPid:\t0") },
        { "counters", "Note", "forbidden", Always("/proc/sys/kernel/perf_event_paranoid", "3") },
        { "counters", "Note", "hidden", Always("/proc/sys/kernel/perf_event_paranoid", "1") },
        {
            "counters", "Fine", "can read",
            [
                .. Always("/proc/sys/kernel/perf_event_paranoid", "1"),
                .. Always("/sys/bus/event_source/devices/cpu/type", "4"),
            ]
        },
        { "tracing", "Fine", "strace is forbidden", Always("/proc/sys/kernel/yama/ptrace_scope", "3") },
        { "tracing", "Fine", "strace can show", [] },
    };
}
