using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Units;
using FileTransfer.Strategies.Variants;

namespace FileTransfer.Harness.Scenarios;

/// <summary>A named comparison: which strategies, at which sizes, over which transports.</summary>
internal sealed record Scenario
{
    /// <summary>Name on the command line.</summary>
    public required string Name { get; init; }

    /// <summary>One sentence about what the scenario compares.</summary>
    public required string Description { get; init; }

    /// <summary>Ids or globs of the strategies that it compares by default.</summary>
    public required IReadOnlyList<string> Strategies { get; init; }

    /// <summary>Id of the strategy the others are compared with.</summary>
    public required string Baseline { get; init; }

    /// <summary>
    /// Ids of the strategies that reports compare with the baseline as old and new; only where the original benchmark did.
    /// </summary>
    public IReadOnlyList<string> Contenders { get; init; } = [];

    /// <summary>Sizes that it measures by default.</summary>
    public required IReadOnlyList<ByteSize> Sizes { get; init; }

    /// <summary>Transports that it measures by default.</summary>
    public required IReadOnlyList<string> DefaultTransports { get; init; }

    /// <summary>State of the page cache in which its transfers begin by default.</summary>
    public CacheMode Cache { get; init; }

    /// <summary>Content of its payloads.</summary>
    public PayloadContent Content { get; init; }
}
