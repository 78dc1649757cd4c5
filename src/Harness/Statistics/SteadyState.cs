namespace FileTransfer.Harness.Statistics;

/// <summary>Tells when a warm-up has settled: when the pace of its last transfers is that of the ones before.</summary>
/// <remarks>
/// Transfers are gathered in blocks of equal time, each of which counts by its median. It has settled when the median of the
/// last three blocks, and the last of them itself, is within a twentieth of that of the three before. A step or a ramp delays that until it lies behind;
/// noise does not, because a block has many transfers; one that jumps between two modes settles when both halves are
/// alike. Whoever has not settled after the longest time is measured all the same, and says so.
/// </remarks>
/// <param name="shortest">Time that is spent at least.</param>
/// <param name="longest">Time after which it is given up.</param>
internal sealed class SteadyState(TimeSpan shortest, TimeSpan longest)
{
    private const int BlocksPerShortest = 8;
    private const int Rolling = 3;
    private const int FewestTransfers = 4;
    private const int FewestAtAll = 3;
    private const double Tolerance = 0.05;

    private readonly double _blockTime = shortest.TotalNanoseconds / BlocksPerShortest;
    private readonly List<double> _block = [];
    private readonly List<double> _medians = [];
    private double _blockElapsed;
    private double _elapsed;
    private int _added;

    /// <summary>True when the pace no longer changes; null when there were too few transfers to say.</summary>
    public bool? IsSettled { get; private set; }

    /// <summary>True when there is nothing more to wait for.</summary>
    public bool IsOver => IsSettled == true || (_elapsed >= longest.TotalNanoseconds && _added >= FewestAtAll);

    /// <summary>Median of the last blocks, in nanoseconds; 0 before there is one.</summary>
    public double Pace => _medians.Count == 0 ? Median(_block) : Median([.. _medians.TakeLast(Rolling)]);

    /// <summary>Adds a transfer.</summary>
    /// <param name="nanoseconds">How long it took.</param>
    public void Add(double nanoseconds)
    {
        _block.Add(nanoseconds);
        _added++;
        _blockElapsed += nanoseconds;
        _elapsed += nanoseconds;
        if (_block.Count < FewestTransfers || _blockElapsed < _blockTime)
        {
            return;
        }

        _medians.Add(Median(_block));
        _block.Clear();
        _blockElapsed = 0;
        // A thousandth less, because sums of rounded times are not exact.
        if (_elapsed >= 0.999 * shortest.TotalNanoseconds && _medians.Count >= 2 * Rolling)
        {
            double before = Median([.. _medians.TakeLast(2 * Rolling).Take(Rolling)]);
            IsSettled = AreAlike(before, Median([.. _medians.TakeLast(Rolling)])) && AreAlike(before, _medians[^1]);
        }
    }

    private static bool AreAlike(double one, double other) => Math.Abs(one - other) <= Tolerance * Math.Min(one, other);

    private static double Median(List<double> values)
    {
        double[] sorted = [.. values.Order()];
        return sorted.Length == 0 ? 0 : sorted[sorted.Length / 2];
    }
}
