namespace FileTransfer.Lab.Calibration;

/// <summary>The conclusions of one comparison whose true difference is known.</summary>
internal sealed record ComparisonEntry
{
    /// <summary>What differs: "nothing", or the variant that one side is slowed down by, such as "copies10".</summary>
    public required string Difference { get; init; }

    /// <summary>Background load during the comparison: <c>idle</c> or <c>busy</c>.</summary>
    public required string Beside { get; init; }

    /// <summary>When it began.</summary>
    public required DateTimeOffset StartedUtc { get; init; }

    /// <summary>Commit of the program.</summary>
    public required string Commit { get; init; }

    /// <summary>Processor and number of cores.</summary>
    public required string Machine { get; init; }

    /// <summary>Rounds that count.</summary>
    public required int Rounds { get; init; }

    /// <summary>Rounds that were disturbed and measured again.</summary>
    public required int Refused { get; init; }

    /// <summary>True when it ended because too many rounds were disturbed.</summary>
    public required bool IsUnfit { get; init; }

    /// <summary>Number of cases with each verdict, by its name.</summary>
    public required IReadOnlyDictionary<string, int> Verdicts { get; init; }

    /// <summary>Number of cases that Welch's t-test on launch means would have called changed.</summary>
    public required int TTestAlarms { get; init; }

    /// <summary>Number of cases that the test of Mann and Whitney on pooled samples would have called changed.</summary>
    public required int MannWhitneyAlarms { get; init; }

    /// <summary>Median over the cases of the smallest change that would have been seen; null without intervals.</summary>
    public double? SmallestSeen { get; init; }

    /// <summary>Number of cases with a verdict.</summary>
    public int Count(string verdict) => Verdicts.GetValueOrDefault(verdict);

    /// <summary>Number of cases.</summary>
    public int Cases => Verdicts.Values.Sum();
}
