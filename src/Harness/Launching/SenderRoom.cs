using System.Globalization;
using FileTransfer.Results.Errors;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Harness.Launching;

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

    /// <summary>What a call to a gRPC client or HttpClient may hold at its worst, in payloads: messages, copies, and what grows.</summary>
    private const double PayloadsOfACall = 16;

    /// <summary>Part of the available memory that is left alone: the page cache has the files in it.</summary>
    private const double LeftAlone = 0.2;

    private const double BytesPerKB = 1024;

    /// <summary>What there is room for on this machine.</summary>
    /// <param name="strategies">The strategies.</param>
    /// <param name="longest">Length of the longest payload, in bytes.</param>
    /// <param name="sides">Number of runs that are alive at the same time: those of a comparison, otherwise 1.</param>
    /// <exception cref="UsageException">There is not even room for two.</exception>
    public static SenderRoom Of(IEnumerable<StrategyDescriptor> strategies, long longest, int sides) =>
        Of(strategies, longest, sides, SystemFiles.OfThisMachine, DescriptorLimit.Current());

    /// <summary>The same, with given files of the system, and a given limit of descriptors; null for none.</summary>
    internal static SenderRoom Of(
        IEnumerable<StrategyDescriptor> strategies, long longest, int sides, SystemFiles files, long? descriptors)
    {
        bool holdsPayloads = strategies.Any(strategy => strategy.Family is StrategyFamily.Rpc or StrategyFamily.Http);
        double each = BytesOfAPair + (holdsPayloads ? PayloadsOfACall * longest : 0);
        double? available = Available(files) * (1 - LeftAlone) / sides;
        int most = DescriptorLimit.MostSenders(descriptors);
        string words = string.Create(
            CultureInfo.InvariantCulture,
            $"a process here is limited to {descriptors} descriptors, and each takes {DescriptorLimit.PerSender} (ulimit -n)");
        if (available is { } bytes && bytes / each < most)
        {
            most = (int)(bytes / each);
            words = string.Create(
                CultureInfo.InvariantCulture,
                $"{bytes / 1e9:0.0} GB of memory may be used, and each may need {each / 1e9:0.00} GB with its server");
        }

        return most >= 2
            ? new SenderRoom(most, words)
            : throw new UsageException(
                $"there is no room for two senders that take turns: {words}; make room, or measure smaller files");
    }

    /// <summary>Memory that new processes may take, of the machine and of the control group; null where unknown.</summary>
    private static double? Available(SystemFiles files)
    {
        double? machine = files.Number("/proc/meminfo", "MemAvailable") * BytesPerKB;
        double? group = ControlGroup.Number(files, "memory.max", "memory", "memory.limit_in_bytes")
            - ControlGroup.Number(files, "memory.current", "memory", "memory.usage_in_bytes");
        return machine is { } all && group is { } own ? Math.Min(all, own) : machine ?? group;
    }
}
