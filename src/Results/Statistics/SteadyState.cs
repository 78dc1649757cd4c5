namespace FileTransfer.Results.Statistics;

/// <summary>Decides when a warm-up has reached steady state: when the last transfers take as long as those before.</summary>
/// <remarks>
/// Transfers are grouped into blocks of equal time, each represented by its median. The state is steady when the median of the
/// last three blocks, and the last block itself, are within 5 % of the median of the three blocks before. A step or a ramp
/// delays this until it is over; noise does not, because a block has many transfers. Times that jump between two modes are
/// steady when both groups of blocks are alike. A case without steady state after the longest time is measured all the same, and
/// marked.
/// </remarks>
/// <param name="shortest">Shortest warm-up.</param>
/// <param name="longest">Longest warm-up.</param>
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

    /// <summary>True in steady state; null with too few transfers to decide.</summary>
    public bool? IsSettled { get; private set; }

    /// <summary>True when the warm-up is over: steady state or the longest time is reached.</summary>
    public bool IsOver => IsSettled == true || (_elapsed >= longest.TotalNanoseconds && _added >= FewestAtAll);

    /// <summary>Median of the last three blocks, in nanoseconds; before the first block is full, of the transfers so far.</summary>
    public double Pace => _medians.Count == 0 ? Median(_block) : Median([.. _medians.TakeLast(Rolling)]);

    /// <summary>Adds a transfer.</summary>
    /// <param name="nanoseconds">Duration of the transfer.</param>
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
        // 0.1 % tolerance, because sums of rounded times are not exact.
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
