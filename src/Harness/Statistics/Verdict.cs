namespace FileTransfer.Harness.Statistics;

/// <summary>What a run says about one size over one transport.</summary>
public sealed record Verdict
{
    /// <summary>Payload length in bytes.</summary>
    public required long SizeBytes { get; init; }

    /// <summary>Transport by name.</summary>
    public required string Transport { get; init; }

    /// <summary>Strategy with the lowest median, by id, or null when nothing was measured. It need not be distinguishable from others.</summary>
    public string? Winner { get; init; }

    /// <summary>The baseline against the winner, or against the next when it is the winner itself; null when there is nothing to compare.</summary>
    public Comparison? Comparison { get; init; }

    /// <summary>Further strategies, by id, that cannot be told from the winner, in the order of the run, or the fastest first where they are too many to be named.</summary>
    public IReadOnlyList<string> Peers { get; init; } = [];

    /// <summary>The verdict as one plain sentence, without a full stop.</summary>
    public required string Text { get; init; }
}
