namespace FileTransfer.Harness.Results;

/// <summary>Everything one run found out: the content of results.json, and all that reports and charts may use.</summary>
internal sealed record RunResult
{
    /// <summary>Name and version of the format.</summary>
    public const string CurrentSchema = "filetransfer-results/2";

    /// <summary>Name and version of the format this was written in.</summary>
    public string Schema { get; init; } = CurrentSchema;

    /// <summary>What was run.</summary>
    public required RunInfo Run { get; init; }

    /// <summary>Where it was run.</summary>
    public required RunEnvironment Environment { get; init; }

    /// <summary>What a reader should know before believing a conclusion, each with its remedy, as the program saw it that wrote this; null where it did not keep it.</summary>
    public IReadOnlyList<string>? Warnings { get; init; }

    /// <summary>SHA-256 of the results.json from which samples were left out, in hexadecimal digits; null when all are here.</summary>
    public string? ThinnedFromSha256 { get; init; }

    /// <summary>One entry per strategy, transport and size, in scenario order.</summary>
    public required IReadOnlyList<Measurement> Measurements { get; init; }
}
