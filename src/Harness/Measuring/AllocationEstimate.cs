namespace FileTransfer.Harness.Measuring;

/// <summary>How many objects there are, of which every byte is drawn with a probability of 1 : 102,400.</summary>
/// <remarks>
/// An object of s bytes is drawn with the probability 1 − (1 − 1/102,400)^s, however many of its bytes are, so that each that
/// was drawn stands for the inverse of that many objects of its size: one of 38,890 bytes for 3, one of 100 bytes for 1,025.
/// </remarks>
internal sealed class AllocationEstimate
{
    /// <summary>Bytes of which one is drawn, on average.</summary>
    public const double BytesPerSample = 102_400;

    /// <summary>Largest relative error of an estimate that is good enough.</summary>
    public const double MostError = 0.2;

    /// <summary>No object is smaller: header, method table, and a field or the length.</summary>
    private const double SmallestObject = 24;

    private double _squares = Math.Pow(Weight(SmallestObject), 2);

    /// <summary>Objects drawn so far.</summary>
    public int Samples { get; private set; }

    /// <summary>Objects that they stand for.</summary>
    public double Objects { get; private set; }

    /// <summary>Standard error in parts of <see cref="Objects"/>: few heavy ones make an estimate uncertain, however many light ones there are.</summary>
    /// <remarks>As if one of the smallest had been drawn as well: with large objects alone, which are drawn every time, the small ones may just not have been seen yet.</remarks>
    public double Error => Objects > 0 ? Math.Sqrt(_squares) / Objects : double.PositiveInfinity;

    /// <summary>True when it can be shown.</summary>
    public bool IsGoodEnough => Error <= MostError;

    /// <summary>Counts an object of so many bytes that was drawn.</summary>
    public void Add(double bytes)
    {
        double weight = Weight(bytes);
        Samples++;
        Objects += weight;
        _squares += weight * weight;
    }

    private static double Weight(double bytes) => 1 / (1 - Math.Pow(1 - (1 / BytesPerSample), bytes));
}
