namespace FileTransfer.Results.Statistics;

/// <summary>
/// The samples of several launches as one distribution. Every launch has the same weight, thinned or not, as in the statistics.
/// </summary>
internal sealed class PooledSamples
{
    // In a thinned launch the longest sample represents half the ranks down to the next kept one; interpolation covers as many again.
    private const double LongestCounts = 1.5;

    private static readonly ComputedOnce<Measurement, PooledSamples> s_known = new(measurement => new PooledSamples(measurement.Launches));

    private readonly double[] _values;
    private readonly double[] _ranks;

    /// <summary>Pools the samples of launches, at least one sample in all.</summary>
    public PooledSamples(IReadOnlyList<Launch> launches)
    {
        Launch[] filled = [.. launches.Where(launch => launch.Nanoseconds.Count > 0)];
        double share = (double)filled.Sum(launch => launch.ThinnedFrom ?? launch.Nanoseconds.Count) / filled.Length;
        (double Value, double Weight)[] samples = [.. filled
            .SelectMany(launch => launch.Nanoseconds.Select(value => ((double)value, share / launch.Nanoseconds.Count)))];
        _values = Array.ConvertAll(samples, sample => sample.Value);
        double[] weights = Array.ConvertAll(samples, sample => sample.Weight);
        Array.Sort(_values, weights);
        _ranks = new double[_values.Length];
        double before = 0;
        for (int index = 0; index < weights.Length; index++)
        {
            _ranks[index] = before + ((weights[index] - 1) / 2);
            before += weights[index];
        }

        Total = (long)Math.Round(before);
        IsThinned = filled.Any(launch => launch.ThinnedFrom is not null);
        ReliableShare = 1 - filled
            .Where(launch => launch.ThinnedFrom is not null)
            .Select(launch => LongestCounts / launch.Nanoseconds.Count)
            .DefaultIfEmpty(0)
            .Max();
    }

    /// <summary>The samples of a measurement, pooled once.</summary>
    public static PooledSamples Of(Measurement measurement) => s_known.Of(measurement);

    /// <summary>Number of transfers.</summary>
    public long Total { get; }

    /// <summary>True when samples were left out.</summary>
    public bool IsThinned { get; }

    /// <summary>
    /// The largest share with a reliable quantile: in a thinned launch the longest sample also represents shorter ones that were
    /// left out.
    /// </summary>
    public double ReliableShare { get; }

    /// <summary>The values, ascending.</summary>
    public IReadOnlyList<double> Values => _values;

    /// <summary>The value below which a share of the transfers lies, interpolated linearly (Hyndman and Fan's type 7).</summary>
    public double Quantile(double share)
    {
        double rank = share * (Total - 1);
        int above = Array.BinarySearch(_ranks, rank);
        above = above < 0 ? ~above : above;
        if (above == 0 || above == _ranks.Length)
        {
            return _values[Math.Min(above, _values.Length - 1)];
        }

        double step = _ranks[above] - _ranks[above - 1];
        return _values[above - 1] + ((rank - _ranks[above - 1]) / step * (_values[above] - _values[above - 1]));
    }

    /// <summary>The share of transfers that took at most this time.</summary>
    public double ShareUpTo(double value)
    {
        int above = Array.BinarySearch(_values, value);
        above = above < 0 ? ~above : above;
        while (above < _values.Length && _values[above] <= value)
        {
            above++;
        }

        return above == 0 ? 0 : Math.Min(1, (_ranks[above - 1] + 1) / Total);
    }
}
