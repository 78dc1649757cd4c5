namespace FileTransfer.Results.Explaining;

/// <summary>A state that a transfer can be in; several at a time, as bits.</summary>
/// <param name="Bit">Its bit.</param>
/// <param name="Cause">The cause that it shows, by id.</param>
/// <param name="Words">What it is.</param>
internal sealed record TransferState(int Bit, string Cause, string Words)
{
    /// <summary>True for what every program meets now and then, so that only what it costs tells whether it matters.</summary>
    public bool IsUsual { get; private init; }

    /// <summary>Both ends ran on processors of their own.</summary>
    public static TransferState Apart { get; } = new(1 << 0, CauseId.Placement, "both ends on processors of their own") { IsUsual = true };

    /// <summary>An end ran on another processor than during the transfer before.</summary>
    public static TransferState Moved { get; } = new(1 << 1, CauseId.Migration, "an end was moved to another processor") { IsUsual = true };

    /// <summary>An end was ready to run and had to wait, while others used the processors.</summary>
    public static TransferState Crowded { get; } =
        new(1 << 2, CauseId.Neighbour, "an end waited for a processor that others used") { IsUsual = true };

    /// <summary>The same, while the machine wrote to its disks; or something was read from a disk meanwhile.</summary>
    public static TransferState BesideWriter { get; } = new(1 << 3, CauseId.DiskWriter, "an end waited or read while the disk was written");

    /// <summary>A quota stopped the control group.</summary>
    public static TransferState Throttled { get; } = new(1 << 4, CauseId.Quota, "the control group had used up its quota");

    /// <summary>Something was read from a disk.</summary>
    public static TransferState Cold { get; } = new(1 << 5, CauseId.ColdCache, "the file was read from its disk");

    /// <summary>The transfer began long after the one before.</summary>
    public static TransferState AfterGap { get; } = new(1 << 6, CauseId.IdleGap, "a pause came before") { IsUsual = true };

    /// <summary>Garbage was collected.</summary>
    public static TransferState Collected { get; } = new(1 << 7, CauseId.Collections, "garbage was collected") { IsUsual = true };

    /// <summary>The compiler finished a method.</summary>
    public static TransferState Compiled { get; } = new(1 << 8, CauseId.Compilation, "code was compiled") { IsUsual = true };

    /// <summary>TCP sent something again.</summary>
    public static TransferState Lost { get; } = new(1 << 9, CauseId.NetworkLoss, "TCP sent something again");

    /// <summary>Nobody ran, and nobody was ready to run.</summary>
    public static TransferState Paused { get; } = new(1 << 10, CauseId.ReceiverPause, "the receiver had the data and did not run");

    /// <summary>The kernel held a segment back until the one before was acknowledged.</summary>
    public static TransferState HeldBack { get; } = new(1 << 11, CauseId.Nagle, "a segment waited for an acknowledgement");

    /// <summary>The sender's core was slower than at other times.</summary>
    public static TransferState SlowCore { get; } =
        new(1 << 12, CauseId.Neighbour, "the core was slow: its other thread was busy") { IsUsual = true };

    /// <summary>TCP sent something again only when its timer had run out.</summary>
    public static TransferState TimedOut { get; } = new(1 << 13, CauseId.NetworkLoss, "TCP waited for its timer, and sent something again");

    /// <summary>All states, in the order of their bits.</summary>
    public static IReadOnlyList<TransferState> All { get; } =
    [
        Apart, Moved, Crowded, BesideWriter, Throttled, Cold, AfterGap, Collected, Compiled, Lost, Paused, HeldBack, SlowCore, TimedOut,
    ];
}
