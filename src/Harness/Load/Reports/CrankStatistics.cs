using System.Globalization;
using System.Text.Json.Nodes;
using FileTransfer.Harness.Load.Model;
using FileTransfer.Results;
using FileTransfer.Strategies.Machine;
using HdrHistogram.Iteration;

namespace FileTransfer.Harness.Load.Reports;

/// <summary>The result of a load as the block of statistics that crank's agent reads from a job's standard output.</summary>
/// <remarks>
/// crank reduces the percentiles of several agents to their maximum, median or mean, and never merges samples. So the block carries one
/// value that crank hands on as it is: the histogram, and everything else that the script in crank/filetransfer.benchmarks.yml needs to
/// compute percentiles of all transfers. See docs/measurements.md and docs/post_processing.md of dotnet/crank.
/// </remarks>
internal static class CrankStatistics
{
    /// <summary>Name of the value that the script merges.</summary>
    public const string Load = "filetransfer/load";

    private const string Begin = "#StartJobStatistics";
    private const string End = "#EndJobStatistics";

    /// <summary>The lines of the block. Nothing else may be printed between them, on either stream: crank would lose the block.</summary>
    public static string Text(LoadResult result)
    {
        var metadata = new JsonObject
        {
            ["source"] = "filetransfer",
            ["name"] = Load,
            ["aggregate"] = "All",
            ["reduce"] = "All",
            ["format"] = "object",
            ["shortDescription"] = "Load of each sender",
            ["longDescription"] = "What each sender did and found, with a histogram of latencies in nanoseconds",
        };
        var measurement = new JsonObject
        {
            ["name"] = Load,
            ["timestamp"] = result.StartedUtc.UtcDateTime.ToString("O", CultureInfo.InvariantCulture),
            ["value"] = Value(result).ToJsonString(),
        };
        var block = new JsonObject { ["metadata"] = new JsonArray(metadata), ["measurements"] = new JsonArray(measurement) };
        return $"{Begin}\n{block.ToJsonString()}\n{End}";
    }

    private static JsonObject Value(LoadResult result)
    {
        LatencySummary? latency = result.LatencyNanoseconds;
        return new JsonObject
        {
            ["schema"] = "filetransfer-crank/1",
            ["work"] = Work(result),
            ["sender"] = Machine(result.Environment.Sender),
            ["receiver"] = result.Environment.Receiver is { } receiver ? Machine(receiver) : null,
            ["server"] = result.ServerInstance,
            ["partial"] = result.Partial,
            ["warnings"] = new JsonArray([.. result.Environment.Warnings.Select(warning => JsonValue.Create(warning))]),
            ["errors"] = result.Errors.Values.Sum(),
            ["connections"] = result.Connections,
            ["transfers"] = result.Transfers,
            ["verified"] = result.VerifiedTransfers,
            ["checked"] = result.CheckedByChecksum,
            ["bytes"] = result.Bytes,
            ["startedMilliseconds"] = (result.StartedUtc - DateTimeOffset.UnixEpoch).TotalMilliseconds,
            ["durationSeconds"] = result.DurationSeconds,
            ["asked"] = result.RatePerSecond.Asked,
            ["offered"] = result.RatePerSecond.Offered,
            ["senderCpuSeconds"] = result.SenderCpuSeconds,
            ["receiverCpuSeconds"] = result.ReceiverCpuSeconds,
            ["min"] = latency?.Min,
            ["max"] = latency?.Max,
            ["mean"] = latency?.Mean,
            ["histogram"] = Buckets(result),
        };
    }

    /// <summary>What the loads of one merged result have in common.</summary>
    private static string Work(LoadResult result) =>
        $"{result.Strategy} over {result.Transport}, {LoadText.Sizes(result)}, {result.Schedule}"
        + (result.Ranges is { } ranges ? string.Create(CultureInfo.InvariantCulture, $", {ranges} ranges") : "")
        + (result.Environment.SenderCongestionControl is { } control ? $", {control}" : "")
        + (result.Environment.Link is { } link ? $", over {link.Specification}" : "");

    private static string Machine(MachineFacts facts) => string.Create(
        CultureInfo.InvariantCulture,
        $"{facts.Hardware()}, kernel {facts.Kernel}, {facts.Runtime}, {facts.GarbageCollector}, {facts.Commit}");

    /// <summary>Pairs of the largest value of a bucket that is not empty, in nanoseconds, and its count.</summary>
    private static JsonArray Buckets(LoadResult result)
    {
        var pairs = new JsonArray();
        foreach (HistogramIterationValue bucket in LatencyHistogram.Decode(result.Histogram).RecordedValues())
        {
            pairs.Add(bucket.ValueIteratedTo);
            pairs.Add(bucket.CountAddedInThisIterationStep);
        }

        return pairs;
    }
}
