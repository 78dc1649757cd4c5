namespace FileTransfer.Lab.Calibration;

/// <summary>Two measurements of a run and their verdict.</summary>
/// <param name="Transport">Transport of the second.</param>
/// <param name="SizeBytes">Size of the payload.</param>
/// <param name="One">Strategy by id: the original of a variant, or the baseline of the run.</param>
/// <param name="Other">Strategy by id.</param>
/// <param name="Verdict">The verdict about the second strategy: a <see cref="FileTransfer.Results.Analysis.ComparisonVerdict"/>.</param>
/// <param name="Ratio">Time of the first ÷ time of the second.</param>
/// <param name="Lower">Lower end of the simultaneous interval, or null with too few rounds.</param>
/// <param name="Upper">Its upper end.</param>
/// <param name="Placement">Where both ends ran, by name; null in runs of one placement, which have it once.</param>
internal sealed record CalibrationPair(
    string Transport,
    long SizeBytes,
    string One,
    string Other,
    string Verdict,
    double Ratio,
    double? Lower,
    double? Upper,
    string? Placement = null);
