
namespace FileTransfer.Harness.Analysis;

/// <summary>What a run says about one size over one transport.</summary>
internal sealed record Verdict
{
    /// <summary>Payload length in bytes.</summary>
    public required long SizeBytes { get; init; }

    /// <summary>Transport by name, or nothing where transports are no choice.</summary>
    public required string Transport { get; init; }

    /// <summary>Strategy with the lowest time over the rounds, by id, or null when nothing was measured. By itself it proves nothing.</summary>
    public string? Leader { get; init; }

    /// <summary>
    /// The fastest, by id: nobody is shown to be faster, and even at worst they take little longer than the best
    /// (<see cref="Verdicts.LittleSlower"/>). What costs both ends the least CPU time comes first, then what allocates least.
    /// </summary>
    public IReadOnlyList<string> Fastest { get; init; } = [];

    /// <summary>Strategies, by id, that nobody is shown to be faster than, but that could also be much slower: unknown, the fastest first.</summary>
    public IReadOnlyList<string> Unknown { get; init; } = [];

    /// <summary>How many times as long as the best each of the two lists could take at worst, by id; empty without intervals.</summary>
    public IReadOnlyDictionary<string, double> AtWorst { get; init; } = new Dictionary<string, double>();

    /// <summary>
    /// How many times as long the second takes as the first, where one alone is the fastest: from rounds that had no part in
    /// the choice of either, because whoever leads by chance leads by too much. Null otherwise.
    /// </summary>
    public double? Lead { get; init; }

    /// <summary>The baseline against the first of the fastest or, where there is none, the leader; against the next when it is that itself. Null when there is nothing to compare.</summary>
    public Comparison? Comparison { get; init; }

    /// <summary>How far the baseline's launches lie apart when they are too far apart for one factor; null otherwise.</summary>
    public Jumps? BaselineJumps { get; init; }

    /// <summary>The verdict as one plain sentence, without a full stop.</summary>
    public required string Text { get; init; }
}
