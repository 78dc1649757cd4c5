namespace FileTransfer.Results.Explaining;

/// <summary>Something that makes transfers slow.</summary>
/// <param name="Id">Its id in explain.json.</param>
/// <param name="Words">What it is, as the end of "62 % of the slowness is …".</param>
/// <param name="Advice">What to do about it.</param>
internal sealed record Cause(string Id, string Words, string Advice)
{
    /// <summary>All causes that can be named, by id.</summary>
    public static IReadOnlyDictionary<string, Cause> All { get; } = ((Cause[])
    [
        new(CauseId.Placement, "where both ends run", "pin both ends: the placement that was faster is in the table of effects"),
        new(CauseId.Migration, "a move to another processor", "pin the sender and the receiver, each to a processor (taskset, --affinity)"),
        new(CauseId.Wait, "how the sender waits", "let the sender poll for a while before it blocks (--wait poll, or learn)"),
        new(CauseId.CongestionControl, "the congestion control", "choose cubic for this path (--congestion-control cubic, or tcp(7))"),
        new(CauseId.Nagle, "Nagle's algorithm with a header that is sent alone", "set NoDelay, or send the header with the payload"),
        new(CauseId.SendBuffer, "the sender's socket buffer", "leave SO_SNDBUF to the kernel, which grows it, or make it larger"),
        new(CauseId.ReceiveBuffer, "the receiver's socket buffer", "leave SO_RCVBUF to the kernel, which grows it, or make it larger"),
        new(CauseId.ReadSize, "how little the receiver reads at a time", "let the receiver read into a larger buffer (--receiver-buffer)"),
        new(CauseId.ColdCache, "a file that is not in the page cache",
            "read the file ahead (posix_fadvise WILLNEED), or keep it in memory"),
        new(CauseId.IdleGap, "the pause before a transfer", "send without pauses, or turn tcp_slow_start_after_idle off"),
        new(CauseId.Alignment, "where in its page a buffer begins", "begin large buffers 64 bytes into a page"),
        new(CauseId.Collections, "garbage collections",
            "allocate less per transfer, or give the collector more memory (DOTNET_GCgen0size)"),
        new(CauseId.Compilation, "code that is not optimised",
            "leave tiered compilation and PGO on, and warm up before the first transfer"),
        new(CauseId.Neighbour, "another program on the processors", "end it, or give both ends processors of their own"),
        new(CauseId.Quota, "the processor quota of the control group", "raise the quota (cpu.max), or use fewer threads"),
        new(CauseId.NetworkLoss, "loss on the network", "look for the link that drops packets (ethtool -S, ip -s link)"),
        new(CauseId.NetworkDelay, "the network's round trip", "send larger files over the connection, or several at a time"),
        new(CauseId.ReceiverPause, "a receiver that stops for a while", "look at the receiver: it had the data and did not run"),
        new(CauseId.DiskWriter, "a program that writes to the disk", "end it, or let it write at another time"),
        new(CauseId.Priority, "the priority of both ends", "start both ends with nice 0 or less"),
        new(CauseId.HugePages, "transparent huge pages", "switch them off for the process (prctl PR_SET_THP_DISABLE), or use madvise"),
        new(CauseId.SleepingCore, "a processor that was halted",
            "keep a processor awake, poll, or limit the idle states (/dev/cpu_dma_latency)"),
    ]).ToDictionary(cause => cause.Id);
}

/// <summary>Ids of causes, as explain.json has them.</summary>
internal static class CauseId
{
    public const string Placement = "placement";
    public const string Migration = "migration";
    public const string Wait = "wait";
    public const string CongestionControl = "congestion-control";
    public const string Nagle = "nagle";
    public const string SendBuffer = "send-buffer";
    public const string ReceiveBuffer = "receive-buffer";
    public const string ReadSize = "read-size";
    public const string ColdCache = "cold-cache";
    public const string IdleGap = "idle-gap";
    public const string Alignment = "alignment";
    public const string Collections = "collections";
    public const string Compilation = "compilation";
    public const string Neighbour = "neighbour";
    public const string Quota = "quota";
    public const string NetworkLoss = "network-loss";
    public const string NetworkDelay = "network-delay";
    public const string ReceiverPause = "receiver-pause";
    public const string DiskWriter = "disk-writer";
    public const string Priority = "priority";
    public const string HugePages = "huge-pages";
    public const string SleepingCore = "sleeping-core";
}
