namespace FileTransfer.Harness.Statistics;

/// <summary>What a comparison says about the other strategy, seen from the baseline.</summary>
public enum ComparisonVerdict
{
    /// <summary>The 95 % interval of the ratio holds 1, or there is none.</summary>
    Indistinguishable,

    /// <summary>The whole interval is above 1.</summary>
    Faster,

    /// <summary>The whole interval is below 1.</summary>
    Slower,
}
