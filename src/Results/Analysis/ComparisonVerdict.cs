namespace FileTransfer.Results.Analysis;

/// <summary>The conclusion of a comparison about the other strategy, relative to the baseline.</summary>
internal enum ComparisonVerdict
{
    /// <summary>
    /// Nothing is shown: the interval of the ratio contains 1 and reaches beyond the margin of equality, or there is no
    /// interval.
    /// </summary>
    CannotTell,

    /// <summary>The whole interval is above 1, and reaches beyond the margin of equality.</summary>
    Faster,

    /// <summary>The whole interval is below 1, and reaches beyond the margin of equality.</summary>
    Slower,

    /// <summary>The whole interval lies within the margin of equality around 1: an equivalence test.</summary>
    Equal,
}
