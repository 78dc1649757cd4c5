using System.Collections.Frozen;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Analysis;

/// <summary>Says what was counted beside the time.</summary>
internal static class ObservationWords
{
    private static readonly FrozenDictionary<string, string> s_words = new Dictionary<string, string>
    {
        [Observation.Connections] = "connections opened",
        [Observation.Allocations] = "objects allocated per transfer, estimated",
        [Observation.PeakWorkingSet] = "peak working set",
        [Observation.CompressionRatio] = "compressed to one part in",
        [Observation.WallTime] = "time per transfer, all in flight together",
        [Observation.PipeSize] = "size of the pipe, where the kernel refused 1 MiB",
        [Observation.CopiedBuffers] = "buffers the kernel copied after all",
        [Observation.OpenDescriptors] = "descriptors of the file still open",
    }.ToFrozenDictionary(StringComparer.Ordinal);

    /// <summary>The words of a key, to be read after the strategy's id; the key itself where there are none.</summary>
    public static string Of(string key) => s_words.GetValueOrDefault(key, key);
}
