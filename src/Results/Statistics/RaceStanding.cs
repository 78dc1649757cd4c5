namespace FileTransfer.Results.Statistics;

/// <summary>What a race says about one of its strategies.</summary>
/// <param name="MayBeBest">False when another is proven to be faster.</param>
/// <param name="AtWorst">
/// The largest ratio of its time to the time of the best that the intervals allow, at least 1; infinite when they allow any.
/// </param>
/// <param name="HasLeft">True when it was proven to be slower by more than the margin: it need not be measured any more.</param>
internal readonly record struct RaceStanding(bool MayBeBest, double AtWorst, bool HasLeft);
