using System.Globalization;
using FileTransfer.Results.Errors;
using FileTransfer.Senders.Launching;
using FileTransfer.Senders.Sessions;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Rounds;

/// <summary>How many senders, each with a server of its own, may live at the same time.</summary>
/// <param name="Senders">Their number, at least two.</param>
/// <param name="Scarce">What there is too little of for more of them, as a sentence; said only when not all fit.</param>
internal sealed record SenderRoom(int Senders, string Scarce)
{
    /// <summary>
    /// Memory of a sender and its server: 47 to 52 MB that nobody else shares (Private of /proc/PID/smaps_rollup, four strategies at 1K to
    /// 10M, .NET 10), and room for garbage.
    /// </summary>
    private const double BytesOfAPair = 80e6;

    /// <summary>Senders that are compared live at the same time, whatever they need.</summary>
    private const int Fewest = 2;

    /// <summary>Part of the available memory that is left alone: the page cache has the files in it.</summary>
    private const double LeftAlone = 0.2;

    private const double BytesPerKB = 1024;

    /// <summary>What there is room for on this machine.</summary>
    /// <param name="strategies">The strategies.</param>
    /// <param name="longest">Length of the longest payload, in bytes.</param>
    /// <param name="sides">Number of runs that are alive at the same time: those of a comparison, otherwise 1.</param>
    /// <exception cref="UsageException">There are not even descriptors for two.</exception>
    public static SenderRoom Of(IEnumerable<StrategyDescriptor> strategies, long longest, int sides) =>
        Of(strategies, longest, sides, SystemFiles.OfThisMachine, DescriptorLimit.Current());

    /// <summary>The same, with given files of the system, and a given limit of descriptors; null for none.</summary>
    internal static SenderRoom Of(
        IEnumerable<StrategyDescriptor> strategies, long longest, int sides, SystemFiles files, long? descriptors)
    {
        double each = BytesOfAPair + (strategies.Select(PayloadsHeldBy).DefaultIfEmpty().Max() * (double)longest);
        double? available = Available(files) * (1 - LeftAlone) / sides;
        int most = DescriptorLimit.MostSenders(descriptors);
        string words = string.Create(
            CultureInfo.InvariantCulture,
            $"a process here is limited to {descriptors} descriptors, and each takes {DescriptorLimit.PerSender} (ulimit -n)");
        if (available is { } bytes && bytes / each < most)
        {
            most = Math.Max(Fewest, (int)(bytes / each));
            words = string.Create(
                CultureInfo.InvariantCulture,
                $"{bytes / 1e9:0.0} GB of memory may be used, and each may need {each / 1e9:0.00} GB with its server");
        }

        return most >= Fewest
            ? new SenderRoom(most, words)
            : throw new UsageException(
                $"there is no room for two senders that take turns: {words}; raise the limit");
    }

    /// <summary>
    /// Payloads that a sender holds at its worst, measured with 100M: 1.2 to 1.7 GB in an RPC client, 0.47 GB where HttpClient sends from
    /// memory. A round of concurrent transfers is prepared as a whole.
    /// </summary>
    private static int PayloadsHeldBy(StrategyDescriptor strategy) => strategy switch
    {
        { IsConcurrent: true } => TransferRound.Transfers,
        { Family: StrategyFamily.Rpc } => 17,
        { Family: StrategyFamily.Http } => 5,
        _ => 0,
    };

    /// <summary>Memory that new processes may take, of the machine and of the control group; null where unknown.</summary>
    private static double? Available(SystemFiles files)
    {
        double? machine = files.Number("/proc/meminfo", "MemAvailable") * BytesPerKB;
        double? group = ControlGroup.Number(files, "memory.max", "memory", "memory.limit_in_bytes")
            - ControlGroup.Number(files, "memory.current", "memory", "memory.usage_in_bytes");
        return machine is { } all && group is { } own ? Math.Min(all, own) : machine ?? group;
    }
}
