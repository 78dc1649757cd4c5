using System.Diagnostics;

namespace FileTransfer.Strategies.Contracts;

/// <summary>Something counted beside the time of the transfers.</summary>
/// <param name="Key">What was counted, by a name that does not change; reports put it into words.</param>
/// <param name="Value">How much of it.</param>
/// <param name="Unit">Unit, such as "%", or empty for a number of things.</param>
public sealed record Observation(string Key, double Value, string Unit)
{
    /// <summary>Connections that were opened to the receiver from the first one on, warm-up included.</summary>
    public const string Connections = "connectionsOpened";

    /// <summary>Objects allocated by the sender per transfer, estimated from a sample.</summary>
    public const string Allocations = "objectsAllocated";

    /// <summary>Most memory that the client's process had at once.</summary>
    public const string PeakWorkingSet = "peakWorkingSet";

    /// <summary>Length of a message divided by the length it travels with.</summary>
    public const string CompressionRatio = "compressionRatio";

    /// <summary>Of transfers in flight together, the time from the first send to the last answer, divided by their number.</summary>
    public const string WallTime = "wallTime";

    /// <summary>Size that a pipe kept, where the kernel refused to enlarge it.</summary>
    public const string PipeSize = "pipeSize";

    /// <summary>Share of the buffers that the kernel copied although it was asked not to.</summary>
    public const string CopiedBuffers = "copiedBuffers";

    /// <summary>Descriptors of the file that were left open.</summary>
    public const string OpenDescriptors = "openDescriptors";

    /// <summary>The <see cref="PeakWorkingSet"/> of this process so far.</summary>
    internal static Observation PeakOfThisProcess()
    {
        using var process = Process.GetCurrentProcess();
        return new Observation(PeakWorkingSet, Math.Round(process.PeakWorkingSet64 / 1e6, 1), "MB");
    }

    /// <summary>Value of the observation with this key, or null where there is none.</summary>
    public static double? Find(IEnumerable<Observation> observations, string key) =>
        observations.FirstOrDefault(observation => observation.Key == key)?.Value;
}
