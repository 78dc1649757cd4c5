namespace FileTransfer.Strategies;

/// <summary>Something counted beside the time of the transfers.</summary>
/// <param name="Name">What was counted, to be read after the strategy's id: "buffers the kernel copied after all".</param>
/// <param name="Value">How much of it.</param>
/// <param name="Unit">Unit, such as "%", or empty for a number of things.</param>
public sealed record Observation(string Name, double Value, string Unit)
{
    /// <summary>Connections that were opened to the receiver from the first one on, warm-up included.</summary>
    public const string Connections = "connections opened";

    /// <summary>Objects allocated by the sender per transfer, estimated from a sample.</summary>
    public const string Allocations = "objects allocated per transfer, estimated";

    /// <summary>Most memory that the client's process had at once.</summary>
    public const string PeakWorkingSet = "peak working set";

    /// <summary>Length of a message divided by the length it travels with.</summary>
    public const string CompressionRatio = "compressed to one part in";

    /// <summary>Of transfers in flight together, the time from the first send to the last answer, divided by their number.</summary>
    public const string WallTime = "time per transfer, all in flight together";

    /// <summary>Value of the observation of this name, or null where there is none.</summary>
    public static double? Find(IEnumerable<Observation> observations, string name) =>
        observations.FirstOrDefault(observation => observation.Name == name)?.Value;
}
