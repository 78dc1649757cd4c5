namespace FileTransfer.Senders.Launching;

/// <summary>What an experiment changes in a sender's process beside the options of a run; it ends with the process.</summary>
internal sealed record SenderTrial
{
    /// <summary>Nothing is changed.</summary>
    public static SenderTrial None { get; } = new();

    /// <summary>True to keep every processor awake during turns, by threads that run only where nobody else would.</summary>
    public bool KeepsAwake { get; init; }

    /// <summary>True to read the file before each transfer, so that it is in the page cache.</summary>
    public bool Prefetches { get; init; }

    /// <summary>True to run before all threads of normal priority during turns (SCHED_FIFO).</summary>
    public bool RunsFirst { get; init; }

    /// <summary>Nice value of the process; null for that of every sender.</summary>
    public int? Nice { get; init; }

    /// <summary>Milliseconds after which the sending thread is moved to the next processor; null to leave it where it is.</summary>
    public int? MovesEvery { get; init; }

    /// <summary>True to be given no transparent huge pages.</summary>
    public bool HasNoHugePages { get; init; }
}
