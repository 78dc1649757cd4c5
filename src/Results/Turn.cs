using System.Text.Json.Serialization;

namespace FileTransfer.Results;

/// <summary>One turn of a launch: a stretch of transfers that no other sender interrupts. One iteration of BenchmarkDotNet.</summary>
/// <param name="Cycle">The cycle, from 1: one turn of every launch that is compared with the others.</param>
/// <param name="Position">Place within the cycle, from 1.</param>
/// <param name="Samples">Number of its samples, before any were thinned.</param>
/// <param name="MedianNanoseconds">Their median, in nanoseconds.</param>
internal sealed record Turn(int Cycle, int Position, int Samples, double MedianNanoseconds)
{
    /// <summary>Processors of the sender at the start and at the end, where nothing is pinned; null where unknown.</summary>
    public IReadOnlyList<int>? SenderProcessors { get; init; }

    /// <summary>
    /// Processors of the receiver's busiest thread at the start and at the end, where nothing is pinned; null where unknown.
    /// </summary>
    public IReadOnlyList<int>? ReceiverProcessors { get; init; }

    /// <summary>
    /// Where the scheduler had both ends: true on one processor, false on one each; null when they were moved, when they are pinned, and
    /// where it is unknown.
    /// </summary>
    [JsonIgnore]
    public bool? State => SenderProcessors is null || ReceiverProcessors is null ? null
        : SenderProcessors.Zip(ReceiverProcessors, (sender, receiver) => sender == receiver).Distinct().ToArray() is [var both] ? both
        : null;
}
