using System.Text.Json.Serialization;
using FileTransfer.Harness.Load.Model;
using FileTransfer.Results;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Commands;

/// <summary>Output of <c>send --json</c>. MB and GB are powers of 10.</summary>
internal sealed record SendReport
{
    public required string Strategy { get; init; }

    public required string Transport { get; init; }

    public required long SizeBytes { get; init; }

    /// <summary>Recorded transfers.</summary>
    public required long Transfers { get; init; }

    public required LatencySummary LatencyNanoseconds { get; init; }

    /// <summary>
    /// Payload divided by the mean time of a transfer, or by the wall time per transfer with several in flight; null for a strategy that
    /// sends nothing.
    /// </summary>
    public required double? ThroughputMBps { get; init; }

    public required double? SenderCpuSecondsPerGB { get; init; }

    public required double? ReceiverCpuSecondsPerGB { get; init; }

    public required double AllocatedBytesPerTransfer { get; init; }

    /// <summary>Recorded transfers whose byte count the receiver confirmed; the first transfer was verified by checksum.</summary>
    public required long VerifiedTransfers { get; init; }

    /// <summary>Further transfers whose checksum the client compared; absent for our servers.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? CheckedByChecksum { get; init; }

    /// <summary>What proves a transfer to or from a server of another make, as results name it; absent for our servers.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Proof { get; init; }

    /// <summary>
    /// State of the page cache in which every transfer began, as results name it; null for the usual one. Printed as text only.
    /// </summary>
    [JsonIgnore]
    public string? Cache { get; init; }

    /// <summary>
    /// Both ends, and the network between them; absent with a server of its own on this machine. Of a server of another make only this end.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public LoadEnvironment? Environment { get; init; }

    /// <summary>The simulated link; absent without one.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public LinkFacts? Link { get; init; }

    /// <summary>What the simulated link did while recording; absent without one.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public LinkUse? LinkUse { get; init; }

    /// <summary>Values that the strategy counted beside the time; printed as text only, because the format of the JSON is fixed.</summary>
    [JsonIgnore]
    public IReadOnlyList<Observation> Observations { get; init; } = [];
}
