using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Doctor;

/// <summary>Every check, in the order in which they are shown.</summary>
internal static class CheckCatalog
{
    private const string Processor = "processor";
    private const string Idle = "idle";
    private const string Neighbours = "neighbours";
    private const string Container = "container";
    private const string Memory = "memory";
    private const string Cache = "page cache";
    private const string Network = "network";
    private const string Runtime = ".NET";
    private const string Tools = "tools";

    public static IReadOnlyList<Check> All { get; } =
    [
        new(Processor, "emulation", ProcessorChecks.Emulation),
        new(Processor, "steal", ProcessorChecks.Steal, ProcessorTicks.Path),
        new(Processor, "turbo", ProcessorChecks.Turbo),
        new(Processor, "smt", ProcessorChecks.Smt),
        new(Processor, "governor", ProcessorChecks.Governor),
        new(Processor, "throttling", ProcessorChecks.Throttling, ProcessorChecks.ThrottleCounts),
        new(Processor, "clock", ProcessorChecks.Clock),
        new(Processor, "mitigations", ProcessorChecks.Mitigations),
        new(Processor, "isolation", ProcessorChecks.Isolation),
        new(Processor, "affinity", ProcessorChecks.Affinity),
        new(Processor, "numa", ProcessorChecks.Numa),
        new(Idle, "idle-states", Unix(IdleChecks.States), IdleChecks.StateUses),
        new(Idle, "halt-polling", IdleChecks.HaltPolling),
        new(Idle, "wake-up", IdleChecks.WakeUp),
        new(Neighbours, "pressure-cpu", NeighbourChecks.Pressure("cpu", "a processor"), ResourcePressure.Path("cpu")),
        new(Neighbours, "pressure-memory", NeighbourChecks.Pressure("memory", "memory"), ResourcePressure.Path("memory")),
        new(Neighbours, "pressure-io", NeighbourChecks.Pressure("io", "a disk"), ResourcePressure.Path("io")),
        new(Neighbours, "other-processes", NeighbourChecks.OtherProcesses, ProcessorTicks.Path, ProcessorTime.Processes),
        new(Neighbours, "interrupts", NeighbourChecks.Interrupts, ProcessorTicks.Path),
        new(Neighbours, "load", NeighbourChecks.Load),
        new(Container, "cpu-quota", Unix(ContainerChecks.CpuQuota),
            files => ControlGroup.ProcessorStatistics(files) is { } path ? [path] : []),
        new(Container, "memory-limit", Unix(ContainerChecks.MemoryLimit)),
        new(Container, "process-limit", Unix(ContainerChecks.ProcessLimit)),
        new(Container, "file-system", ContainerChecks.FileSystem),
        new(Memory, "huge-pages", MemoryChecks.HugePages),
        new(Memory, "swap", MemoryChecks.Swap, MemoryChecks.Statistics),
        new(Memory, "major-faults", MemoryChecks.MajorFaults, MemoryChecks.Statistics),
        new(Memory, "locked-memory", MemoryChecks.LockedMemory),
        new(Memory, "copies", MemoryChecks.Copies),
        new(Memory, "first-touch", MemoryChecks.FirstTouch),
        new(Cache, "resident", PageCacheChecks.Resident),
        new(Cache, "dirty-pages", PageCacheChecks.DirtyPages),
        new(Cache, "sparse", PageCacheChecks.Sparse),
        new(Cache, "free-memory", PageCacheChecks.FreeMemory),
        new(Cache, "disk", PageCacheChecks.Disk),
        new(Network, "buffers", NetworkChecks.Buffers),
        new(Network, "slow-start-after-idle", NetworkChecks.SlowStart),
        new(Network, "autocorking", NetworkChecks.Autocorking),
        new(Network, "transmit-file", NetworkChecks.TransmitFile),
        new(Network, "queue", NetworkChecks.Queue),
        new(Network, "mtu", NetworkChecks.Mtu),
        new(Network, "congestion-control", NetworkChecks.CongestionControl),
        new(Network, "connection-tracking", Unix(NetworkChecks.ConnectionTracking)),
        new(Network, "filters", Unix(NetworkChecks.Filters)),
        new(Network, "retransmissions", NetworkChecks.Retransmissions, NetworkChecks.Segments),
        new(Network, "loopback-traffic", NetworkChecks.LoopbackTraffic, NetworkChecks.LoopbackPackets),
        new(Runtime, "settings", RuntimeChecks.Settings),
        new(Runtime, "both-ends", RuntimeChecks.BothEnds),
        new(Runtime, "garbage-collector", RuntimeChecks.GarbageCollector),
        new(Runtime, "build", machine => RuntimeChecks.Build(machine, typeof(CheckCatalog).Assembly)),
        new(Runtime, "diagnostics", machine => RuntimeChecks.Diagnostics(machine, Environment.GetEnvironmentVariables())),
        new(Tools, "counters", ToolChecks.Counters),
        new(Tools, "tracing", Unix(ToolChecks.Tracing)),
    ];

    /// <summary>A check to which the absence of a file says something: on Windows there is none, whatever is in force.</summary>
    private static Func<ExaminedMachine, Finding> Unix(Func<ExaminedMachine, Finding> examine) =>
        machine => machine.Windows is null ? examine(machine) : Finding.Unknown("Windows tells this nowhere that this program looks");
}
