namespace FileTransfer.Harness.Results;

/// <summary>What went on beside a launch while its transfers were recorded. What the system does not tell is null.</summary>
internal sealed record Disturbance
{
    /// <summary>Wall time in which this was counted, in seconds.</summary>
    public required double Seconds { get; init; }

    /// <summary>Processor time that the hypervisor gave to others, in seconds: "steal" of proc_stat(5).</summary>
    public double? StealSeconds { get; init; }

    /// <summary>Processor time of all processes of the machine, those of the run included, in seconds: proc_stat(5).</summary>
    public double? MachineCpuSeconds { get; init; }

    /// <summary>Time in which some task waited for a processor, in seconds: /proc/pressure/cpu.</summary>
    public double? CpuPressureSeconds { get; init; }

    /// <summary>Time in which the processes of its control group were kept from running by its quota, in seconds: cpu.stat of cgroups(7).</summary>
    public double? ThrottledSeconds { get; init; }

    /// <summary>How often the sender was taken off a processor that it still wanted: getrusage(2).</summary>
    public long? InvoluntaryContextSwitches { get; init; }

    /// <summary>Garbage collections of the sender, of any generation.</summary>
    public required int Collections { get; init; }

    /// <summary>Time in which they stopped the sender's threads, in seconds.</summary>
    public required double CollectionPauseSeconds { get; init; }

    /// <summary>Methods the sender compiled, those compiled again with optimisations included.</summary>
    public required long CompiledMethods { get; init; }
}
