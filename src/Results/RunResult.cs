namespace FileTransfer.Results;

/// <summary>All results of a run: the content of results.json, and the only input of reports and charts.</summary>
internal sealed record RunResult
{
    /// <summary>Name and version of the format.</summary>
    public const string CurrentSchema = "filetransfer-results/2";

    /// <summary>Name and version of the format of this run.</summary>
    public string Schema { get; init; } = CurrentSchema;

    /// <summary>Description of the run.</summary>
    public required RunInfo Run { get; init; }

    /// <summary>Environment of the run.</summary>
    public required RunEnvironment Environment { get; init; }

    /// <summary>
    /// All warnings about the run, each with its remedy, as computed by the program that wrote it; null in older results.
    /// </summary>
    public IReadOnlyList<string>? Warnings { get; init; }

    /// <summary>SHA-256 of the original results.json, in hexadecimal digits, when samples were left out; null when all are here.</summary>
    public string? ThinnedFromSha256 { get; init; }

    /// <summary>One entry per strategy, transport and size, in scenario order.</summary>
    public required IReadOnlyList<Measurement> Measurements { get; init; }
}
