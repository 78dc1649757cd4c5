using System.Collections.Frozen;
using System.Globalization;
using System.Text.Json.Nodes;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Results;

/// <summary>
/// Converts a run of <c>filetransfer-results/1</c> to the current format, which has fields where the first used ids and texts.
/// </summary>
internal static class FirstFormat
{
    /// <summary>Name and version of the first format.</summary>
    public const string Schema = "filetransfer-results/1";

    private static readonly FrozenDictionary<string, string> s_keys = new Dictionary<string, string>
    {
        ["connections opened"] = Observation.Connections,
        ["objects allocated per transfer, estimated"] = Observation.Allocations,
        ["peak working set"] = Observation.PeakWorkingSet,
        ["compressed to one part in"] = Observation.CompressionRatio,
        ["time per transfer, all in flight together"] = Observation.WallTime,
        ["size of the pipe, where the kernel refused 1 MiB"] = Observation.PipeSize,
        ["buffers the kernel copied after all"] = Observation.CopiedBuffers,
        ["descriptors of the file still open"] = Observation.OpenDescriptors,
    }.ToFrozenDictionary(StringComparer.Ordinal);

    /// <summary>Converts a run in place. Missing fields are left for the parser to report.</summary>
    public static void Upgrade(JsonNode run)
    {
        run["schema"] = RunResult.CurrentSchema;
        foreach (JsonObject measurement in (run["measurements"] as JsonArray ?? []).OfType<JsonObject>())
        {
            if (measurement["strategy"] is JsonValue id && id.TryGetValue(out string? strategy))
            {
                measurement["dimensions"] = DimensionsOf(strategy);
            }

            MakeThroughputElapsed(measurement);
            foreach (JsonObject observation in (measurement["observations"] as JsonArray ?? []).OfType<JsonObject>())
            {
                string name = observation["name"]?.ToString() ?? "";
                observation.Remove("name");
                observation["key"] = s_keys.GetValueOrDefault(name, name);
            }
        }
    }

    /// <summary>
    /// Recomputes the throughput from the mean time: the first format used the median, except with several transfers in flight.
    /// </summary>
    private static void MakeThroughputElapsed(JsonObject measurement)
    {
        bool together = (measurement["observations"] as JsonArray ?? [])
            .OfType<JsonObject>()
            .Any(observation => observation["name"]?.ToString() == "time per transfer, all in flight together");
        if (!together && measurement["statistics"] is JsonObject statistics && statistics.ContainsKey("throughputMBps")
            && Number(measurement["sizeBytes"]) is { } size && Number(statistics["mean"]) is > 0 and { } mean)
        {
            statistics["throughputMBps"] = size / mean * 1000;
        }
    }

    private static double? Number(JsonNode? node) => node is JsonValue value && value.TryGetValue(out double number) ? number : null;

    private static JsonObject DimensionsOf(string strategy)
    {
        string[] words = strategy.Split('-');
        return words switch
        {
            ["null"] => new JsonObject { ["role"] = "harness", ["inFlight"] = 1 },
            ["http", "none" or "body" or "headers", _]
                when int.TryParse(words[2], NumberStyles.None, CultureInfo.InvariantCulture, out int inFlight) =>
                new JsonObject { ["role"] = "send", ["inFlight"] = inFlight, ["request"] = words[1] },
            ["rpc", "gzip", ..] => Fetch("gzip", words[2..]),
            ["rpc", "grpc", ..] => Fetch("gRPC", words[2..]),
            ["rpc", ..] => Fetch("plain", words[1..]),
            _ => new JsonObject { ["role"] = "send", ["inFlight"] = 1 },
        };
    }

    private static JsonObject Fetch(string encoding, string[] reader) =>
        new() { ["role"] = "fetch", ["inFlight"] = 1, ["encoding"] = encoding, ["reader"] = string.Join('-', reader) };
}
