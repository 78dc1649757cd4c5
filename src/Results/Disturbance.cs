namespace FileTransfer.Results;

/// <summary>Disturbances of a launch while its transfers were recorded. Values that the system does not provide are null.</summary>
internal sealed record Disturbance
{
    /// <summary>Wall time over which these values were counted, in seconds.</summary>
    public required double Seconds { get; init; }

    /// <summary>CPU time that the hypervisor gave to other guests, in seconds: "steal" of proc_stat(5).</summary>
    public double? StealSeconds { get; init; }

    /// <summary>CPU time of all processes of the machine, the run included, in seconds: proc_stat(5).</summary>
    public double? MachineCpuSeconds { get; init; }

    /// <summary>CPU time of sender and receiver over the same wall time, in seconds: a turn is more than what is recorded.</summary>
    public double? OwnCpuSeconds { get; init; }

    /// <summary>Time in which at least one task waited for a CPU, in seconds: "some" of /proc/pressure/cpu.</summary>
    public double? CpuPressureSeconds { get; init; }

    /// <summary>Time in which the CPU quota of its control group throttled its processes, in seconds: cpu.stat of cgroups(7).</summary>
    public double? ThrottledSeconds { get; init; }

    /// <summary>Involuntary context switches (preemptions) of the sender: getrusage(2).</summary>
    public long? InvoluntaryContextSwitches { get; init; }

    /// <summary>
    /// Time in which the sender copied 8 KiB within the L1 cache just before recording, in nanoseconds: how much of its core it had.
    /// </summary>
    public double? CopyNanosecondsBefore { get; init; }

    /// <summary>The same just after recording.</summary>
    public double? CopyNanosecondsAfter { get; init; }

    /// <summary>Garbage collections of the sender, of any generation.</summary>
    public required int Collections { get; init; }

    /// <summary>Time in which garbage collections paused the sender's threads, in seconds.</summary>
    public required double CollectionPauseSeconds { get; init; }

    /// <summary>Methods that the sender's JIT compiled, recompilations with optimisations included.</summary>
    public required long CompiledMethods { get; init; }
}
