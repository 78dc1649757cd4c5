namespace FileTransfer.Harness.Results;

/// <summary>Everything one run found out: the content of results.json, and all that reports and charts may use.</summary>
public sealed record RunResult
{
    /// <summary>Name and version of the format.</summary>
    public const string CurrentSchema = "filetransfer-results/1";

    /// <summary>Name and version of the format this was written in.</summary>
    public string Schema { get; init; } = CurrentSchema;

    /// <summary>What was run.</summary>
    public required RunInfo Run { get; init; }

    /// <summary>Where it was run.</summary>
    public required RunEnvironment Environment { get; init; }

    /// <summary>One entry per strategy, transport and size, in scenario order.</summary>
    public required IReadOnlyList<Measurement> Measurements { get; init; }
}
