namespace FileTransfer.Results.Analysis;

/// <summary>The conclusion of a run about one size in one group.</summary>
internal sealed record Verdict
{
    /// <summary>Payload length in bytes.</summary>
    public required long SizeBytes { get; init; }

    /// <summary>What it compares.</summary>
    public required ComparedGroup Group { get; init; }

    /// <summary>
    /// Strategy with the lowest time over the rounds, by id, or null when nothing was measured. This alone proves nothing.
    /// </summary>
    public string? Leader { get; init; }

    /// <summary>
    /// The fastest strategies, by id: each takes at most the margin longer than the best. The fastest first.
    /// </summary>
    public IReadOnlyList<string> Fastest { get; init; } = [];

    /// <summary>Strategies, by id, that may be the best, but may also be slower than the margin. The fastest first.</summary>
    public IReadOnlyList<string> Unknown { get; init; } = [];

    /// <summary>
    /// For each strategy of the two lists, by id, the largest ratio of its time to the best that the intervals allow; empty
    /// without intervals.
    /// </summary>
    public IReadOnlyDictionary<string, double> AtWorst { get; init; } = new Dictionary<string, double>();

    /// <summary>
    /// Time of the second strategy divided by the time of the first, where only one is the fastest; null otherwise. It comes
    /// from rounds that were not used to choose either of them, because a strategy chosen for its low times looks too fast.
    /// </summary>
    public double? Lead { get; init; }

    /// <summary>
    /// The baseline compared with the first of the fastest strategies, or with the leader where there is none, or with the next
    /// strategy where the baseline itself is first. Null when there is nothing to compare.
    /// </summary>
    public Comparison? Comparison { get; init; }

    /// <summary>True when it says which to use: at least one is proven to be as fast as the best.</summary>
    public bool IsAnswer => Fastest.Count > 0;

    /// <summary>The answer in a few words: <c>send-file, 1.6× as fast as the next, begin-send (1.5–1.7)</c>.</summary>
    public required string Answer { get; init; }

    /// <summary>What stands behind the answer, in whole sentences.</summary>
    public IReadOnlyList<string> Details { get; init; } = [];

    /// <summary>Size, group and answer as one line, without a full stop.</summary>
    public required string Text { get; init; }
}
