using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Scenarios;

/// <summary>A named comparison: which strategies, at which sizes, over which transports.</summary>
internal sealed record Scenario
{
    /// <summary>Name on the command line.</summary>
    public required string Name { get; init; }

    /// <summary>What it compares, in a sentence.</summary>
    public required string Description { get; init; }

    /// <summary>Ids of the strategies it compares unless told otherwise.</summary>
    public required IReadOnlyList<string> Strategies { get; init; }

    /// <summary>Id of the strategy the others are compared with.</summary>
    public required string Baseline { get; init; }

    /// <summary>Ids of the strategies that its reports put beside the baseline one by one, as old and new; none unless its original did.</summary>
    public IReadOnlyList<string> Contenders { get; init; } = [];

    /// <summary>Sizes it measures unless told otherwise.</summary>
    public required IReadOnlyList<ByteSize> Sizes { get; init; }

    /// <summary>Transports it measures unless told otherwise.</summary>
    public required IReadOnlyList<string> DefaultTransports { get; init; }

    /// <summary>What its payloads are made of.</summary>
    public PayloadContent Content { get; init; }
}
