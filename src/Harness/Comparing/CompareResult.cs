namespace FileTransfer.Harness.Comparing;

/// <summary>The outcome of a comparison: the content of compare.json, and what its reports render.</summary>
internal sealed record CompareResult
{
    /// <summary>Name and version of the format.</summary>
    public const string CurrentSchema = "filetransfer-compare/1";

    /// <summary>Name and version of the format of this file.</summary>
    public string Schema { get; init; } = CurrentSchema;

    /// <summary>When it was made.</summary>
    public required DateTimeOffset StartedUtc { get; init; }

    /// <summary>The command line that repeats it.</summary>
    public required string Command { get; init; }

    /// <summary>The base in the words of the user.</summary>
    public required string Base { get; init; }

    /// <summary>The other side in the words of the user.</summary>
    public required string Other { get; init; }

    /// <summary>Machine and system of the sender.</summary>
    public required string Machine { get; init; }

    /// <summary>Commit of the base's program.</summary>
    public required string BaseCommit { get; init; }

    /// <summary>Commit of the other side's program.</summary>
    public required string OtherCommit { get; init; }

    /// <summary>Rounds that count.</summary>
    public required int Rounds { get; init; }

    /// <summary>Why each disturbed round does not count.</summary>
    public required IReadOnlyList<string> Refusals { get; init; }

    /// <summary>True when too many rounds were disturbed: the machine cannot tell.</summary>
    public required bool IsUnfit { get; init; }

    /// <summary>What else a reader must know of the measurements, one sentence each, such as what proves them.</summary>
    public IReadOnlyList<string> Notes { get; init => field = value ?? []; } = [];

    /// <summary>What the doctor found afterwards that limits or spoils a measurement, one sentence each.</summary>
    public IReadOnlyList<string> Doctor { get; init; } = [];

    /// <summary>Chance that any case is judged wrongly, where nothing has changed.</summary>
    public required double ErrorRate { get; init; }

    /// <summary>Ratio above 1 that was asked to be of no interest.</summary>
    public required double Threshold { get; init; }

    /// <summary>Ratio above 1 within which two times count as equal: the threshold, or what the base showed against itself.</summary>
    public required double Margin { get; init; }

    /// <summary>All cases.</summary>
    public required IReadOnlyList<ComparedCase> Cases { get; init; }

    /// <summary>Number of cases with a verdict.</summary>
    public int Count(ChangeVerdict verdict) => Cases.Count(one => one.Verdict == verdict);
}
