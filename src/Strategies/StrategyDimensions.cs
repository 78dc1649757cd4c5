namespace FileTransfer.Strategies;

/// <summary>What a strategy does, in the dimensions by which results are told apart; measurements record it.</summary>
/// <param name="Role">What it is there for.</param>
public sealed record StrategyDimensions(StrategyRole Role)
{
    /// <summary>A file is sent, one after another: what most strategies do.</summary>
    public static StrategyDimensions Send { get; } = new(StrategyRole.Send);

    /// <summary>Transfers under way at once.</summary>
    /// <remarks>1 by default.</remarks>
    public int InFlight { get; init; } = 1;

    /// <summary>What requests carry that are measured in rounds of many ("none", "body", "headers"), or null for transfers one by one.</summary>
    public string? Request { get; init; }

    /// <summary>How a message travels ("plain", "gzip", "gRPC"), or null where none is fetched.</summary>
    public string? Encoding { get; init; }

    /// <summary>How a message is read ("read-all", "pooled", …), or null where none is fetched.</summary>
    public string? Reader { get; init; }

    /// <summary>Of a way of the native reference: the strategy that makes the same calls, by id; null for strategies.</summary>
    public string? Counterpart { get; init; }
}
