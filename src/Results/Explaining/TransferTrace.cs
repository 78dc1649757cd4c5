namespace FileTransfer.Results.Explaining;

/// <summary>What was noted beside the time of every transfer of a launch: a column for each counter, a value for each sample.</summary>
/// <remarks>
/// Counters are read between two transfers, and each value is the difference since the reading before: it covers a transfer and the gap
/// before it. A column is empty where the system does not tell.
/// </remarks>
internal sealed record TransferTrace
{
    /// <summary>Time since the transfer before, in nanoseconds; 0 for the first of a turn.</summary>
    public IReadOnlyList<long> GapNanoseconds { get => field ?? []; init; } = [];

    /// <summary>When the transfer had ended, in nanoseconds of Stopwatch (CLOCK_MONOTONIC on Linux).</summary>
    public IReadOnlyList<long> EndedNanoseconds { get => field ?? []; init; } = [];

    /// <summary>Processor of the sending thread after the transfer.</summary>
    public IReadOnlyList<int> SenderProcessors { get => field ?? []; init; } = [];

    /// <summary>Processor on which the receiver sent its acknowledgement (SO_INCOMING_CPU of socket(7)).</summary>
    public IReadOnlyList<int> ReceiverProcessors { get => field ?? []; init; } = [];

    /// <summary>Time that the sending thread ran, in nanoseconds: schedstat of proc(5).</summary>
    public IReadOnlyList<long> SenderRunNanoseconds { get => field ?? []; init; } = [];

    /// <summary>Time that the sending thread was ready to run and waited for a processor, in nanoseconds.</summary>
    public IReadOnlyList<long> SenderDelayNanoseconds { get => field ?? []; init; } = [];

    /// <summary>Time that the receiving thread ran, in nanoseconds.</summary>
    public IReadOnlyList<long> ReceiverRunNanoseconds { get => field ?? []; init; } = [];

    /// <summary>Time that the receiving thread was ready to run and waited for a processor, in nanoseconds.</summary>
    public IReadOnlyList<long> ReceiverDelayNanoseconds { get => field ?? []; init; } = [];

    /// <summary>Times that the sender waited of its own accord: voluntary context switches of getrusage(2).</summary>
    public IReadOnlyList<int> Waits { get => field ?? []; init; } = [];

    /// <summary>Times that a processor was taken from the sender: involuntary context switches.</summary>
    public IReadOnlyList<int> Preemptions { get => field ?? []; init; } = [];

    /// <summary>Page faults that were served from a disk.</summary>
    public IReadOnlyList<int> MajorFaults { get => field ?? []; init; } = [];

    /// <summary>Blocks of 512 bytes that were read from a disk.</summary>
    public IReadOnlyList<int> BlocksRead { get => field ?? []; init; } = [];

    /// <summary>Garbage collections of the sender.</summary>
    public IReadOnlyList<int> Collections { get => field ?? []; init; } = [];

    /// <summary>Methods that the sender's compiler finished.</summary>
    public IReadOnlyList<int> CompiledMethods { get => field ?? []; init; } = [];

    /// <summary>Segments that TCP sent again.</summary>
    public IReadOnlyList<int> Retransmissions { get => field ?? []; init; } = [];

    /// <summary>What was counted for each turn, in order.</summary>
    public IReadOnlyList<TracedTurn> Turns { get => field ?? []; init; } = [];

    /// <summary>Times that the server's process was suspended and went on while this was recorded; null where unknown.</summary>
    public long? Suspensions { get; init; }

    /// <summary>Congestion control in force on the connection; null where there is none.</summary>
    public string? CongestionControl { get; init; }

    /// <summary>Nice value of the receiver's process; null where unknown.</summary>
    public int? ReceiverNice { get; init; }
}

/// <summary>What was counted for a turn. Values that the system does not tell are null.</summary>
internal sealed record TracedTurn
{
    /// <summary>Its wall time, in seconds.</summary>
    public required double Seconds { get; init; }

    /// <summary>Time for which a quota stopped the control group, in seconds: cpu.stat of cgroups(7).</summary>
    public double? ThrottledSeconds { get; init; }

    /// <summary>Bytes that the machine wrote to disks: pgpgout of /proc/vmstat.</summary>
    public double? DiskBytesWritten { get; init; }

    /// <summary>Time that the connection had something to send, in seconds (tcpi_busy_time).</summary>
    public double? BusySeconds { get; init; }

    /// <summary>Time in which the receiver's window was the limit, in seconds (tcpi_rwnd_limited).</summary>
    public double? WindowLimitedSeconds { get; init; }

    /// <summary>Time in which the send buffer was the limit, in seconds (tcpi_sndbuf_limited).</summary>
    public double? BufferLimitedSeconds { get; init; }

    /// <summary>Shortest round trip that TCP has seen, in seconds (tcpi_min_rtt).</summary>
    public double? ShortestRoundTripSeconds { get; init; }

    /// <summary>Rate to which the connection is held back, in bytes per second (tcpi_pacing_rate); null when it is not.</summary>
    public double? PacingBytesPerSecond { get; init; }
}
