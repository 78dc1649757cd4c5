using System.Diagnostics;

namespace FileTransfer.Strategies.Contracts;

/// <summary>A figure measured besides the durations of the transfers.</summary>
/// <param name="Key">Stable name of the figure; reports translate it into words.</param>
/// <param name="Value">The figure, in <paramref name="Unit"/>.</param>
/// <param name="Unit">Unit, such as "%"; empty for a count.</param>
public sealed record Observation(string Key, double Value, string Unit)
{
    /// <summary>Number of connections opened to the receiver, the first one and the warm-up included.</summary>
    public const string Connections = "connectionsOpened";

    /// <summary>Objects allocated by the sender per transfer, estimated from a sample.</summary>
    public const string Allocations = "objectsAllocated";

    /// <summary>Peak working set of the client's process.</summary>
    public const string PeakWorkingSet = "peakWorkingSet";

    /// <summary>Length of a message divided by its length on the wire.</summary>
    public const string CompressionRatio = "compressionRatio";

    /// <summary>Time from the first send to the last answer of the transfers in flight together, divided by their number.</summary>
    public const string WallTime = "wallTime";

    /// <summary>Capacity that a pipe kept because the kernel refused to enlarge it.</summary>
    public const string PipeSize = "pipeSize";

    /// <summary>Share of the buffers that the kernel copied although it was asked to send them without a copy.</summary>
    public const string CopiedBuffers = "copiedBuffers";

    /// <summary>Number of descriptors of the file that were left open.</summary>
    public const string OpenDescriptors = "openDescriptors";

    /// <summary>Share of the transfers that went by a method; followed by the method's name, such as <c>sentBySplice</c>.</summary>
    public const string SentBy = "sentBy";

    /// <summary>System calls that moved the payload, per transfer.</summary>
    public const string CallsPerTransfer = "callsPerTransfer";

    /// <summary>Bytes that the process read from disks for a transfer, which began with a cold file.</summary>
    public const string DiskBytes = "diskBytes";

    /// <summary>Evictions per transfer that had to be repeated, because pages of the file were still in the page cache.</summary>
    public const string RepeatedEvictions = "repeatedEvictions";

    /// <summary>TCP segments that both ends of a simulated link sent, per transfer, without those sent again.</summary>
    public const string Segments = "segments";

    /// <summary>TCP segments that both ends of a simulated link sent again, per transfer.</summary>
    public const string Retransmissions = "segmentsRetransmitted";

    /// <summary>Retransmission timers that expired at both ends of a simulated link, per transfer.</summary>
    public const string Timeouts = "retransmissionTimeouts";

    /// <summary>The <see cref="PeakWorkingSet"/> of this process so far.</summary>
    internal static Observation PeakOfThisProcess()
    {
        using var process = Process.GetCurrentProcess();
        return new Observation(PeakWorkingSet, Math.Round(process.PeakWorkingSet64 / 1e6, 1), "MB");
    }

    /// <summary>Value of the observation with this key; null when there is none.</summary>
    public static double? Find(IEnumerable<Observation> observations, string key) =>
        observations.FirstOrDefault(observation => observation.Key == key)?.Value;
}
