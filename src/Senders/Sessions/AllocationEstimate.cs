namespace FileTransfer.Senders.Sessions;

/// <summary>Estimates the number of allocated objects from a random sample that selects every byte with probability 1 : 102,400.</summary>
/// <remarks>
/// An object of s bytes is sampled with probability 1 − (1 − 1/102,400)^s, and once at most, even when several of its bytes are
/// selected. A sampled object represents the inverse of this probability: with 38,890 bytes 3 objects, with 100 bytes 1,025.
/// </remarks>
internal sealed class AllocationEstimate
{
    /// <summary>Average number of bytes per selected byte.</summary>
    public const double BytesPerSample = 102_400;

    /// <summary>Largest relative standard error of a usable estimate.</summary>
    public const double MostError = 0.2;

    /// <summary>Size of the smallest object: header, method table, and a field or the length.</summary>
    private const double SmallestObject = 24;

    private double _squares = Math.Pow(Weight(SmallestObject), 2);

    /// <summary>Objects sampled so far.</summary>
    public int Samples { get; private set; }

    /// <summary>Estimated number of objects.</summary>
    public double Objects { get; private set; }

    /// <summary>
    /// Relative standard error of <see cref="Objects"/>. A few samples with a large weight make the estimate uncertain, however many
    /// samples have a small weight.
    /// </summary>
    /// <remarks>
    /// Computed as if one of the smallest objects had been sampled too: large objects are sampled every time, so with large ones alone
    /// small objects may exist that were not sampled yet.
    /// </remarks>
    public double Error => Objects > 0 ? Math.Sqrt(_squares) / Objects : double.PositiveInfinity;

    /// <summary>True when the estimate is precise enough to be shown.</summary>
    public bool IsGoodEnough => Error <= MostError;

    /// <summary>Adds a sampled object of this size.</summary>
    public void Add(double bytes)
    {
        double weight = Weight(bytes);
        Samples++;
        Objects += weight;
        _squares += weight * weight;
    }

    private static double Weight(double bytes) => 1 / (1 - Math.Pow(1 - (1 / BytesPerSample), bytes));
}
