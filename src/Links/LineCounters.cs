namespace FileTransfer.Links;

/// <summary>What one direction of a link has done to its packets so far. One thread counts, others may look.</summary>
internal sealed class LineCounters
{
    /// <summary>Packets that came in, whatever became of them.</summary>
    public long Offered { get; set; }

    /// <summary>Packets that left at the other end, copies included.</summary>
    public long Forwarded { get; set; }

    /// <summary>Packets lost by chance.</summary>
    public long Lost { get; set; }

    /// <summary>Packets lost because the queue was full.</summary>
    public long Overflowed { get; set; }

    /// <summary>Copies that were made.</summary>
    public long Duplicated { get; set; }

    /// <summary>Packets that skipped the delay.</summary>
    public long Reordered { get; set; }

    /// <summary>Packets lost because the link itself could not hold or hand on more, whatever the specification says.</summary>
    public long Overrun { get; set; }

    /// <summary>Processor time of the thread, in nanoseconds, and what of it was spent on waiting without sleeping.</summary>
    public (long Used, long Spun) Processor { get; set; }

    /// <summary>How late packets left, compared with when they were due.</summary>
    public LatenessHistogram Lateness { get; init; } = new();

    /// <summary>The counts so far.</summary>
    public LineCounters Copy() => new()
    {
        Offered = Offered,
        Forwarded = Forwarded,
        Lost = Lost,
        Overflowed = Overflowed,
        Duplicated = Duplicated,
        Reordered = Reordered,
        Overrun = Overrun,
        Processor = Processor,
        Lateness = Lateness.Copy(),
    };

    /// <summary>What was counted after an earlier copy.</summary>
    public LineCounters Since(LineCounters earlier) => new()
    {
        Offered = Offered - earlier.Offered,
        Forwarded = Forwarded - earlier.Forwarded,
        Lost = Lost - earlier.Lost,
        Overflowed = Overflowed - earlier.Overflowed,
        Duplicated = Duplicated - earlier.Duplicated,
        Reordered = Reordered - earlier.Reordered,
        Overrun = Overrun - earlier.Overrun,
        Processor = (Processor.Used - earlier.Processor.Used, Processor.Spun - earlier.Processor.Spun),
        Lateness = Lateness.Since(earlier.Lateness),
    };
}
