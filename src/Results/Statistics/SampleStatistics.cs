using FileTransfer.Strategies.Contracts;
using Perfolizer.Mathematics.QuantileEstimators;
using Pragmastat;


namespace FileTransfer.Results.Statistics;

/// <summary>Computes the statistics of a measurement from all its samples; no sample is removed.</summary>
internal static class SampleStatistics
{
    /// <summary>Statistics of the samples of all launches together.</summary>
    /// <param name="launches">Launches with all their samples, not thinned.</param>
    /// <param name="sizeBytes">Payload length in bytes.</param>
    /// <param name="delivers">False for a strategy that sends nothing, which has no throughput.</param>
    /// <param name="wallNanoseconds">
    /// With several transfers in flight, their <see cref="Observation.WallTime"/>, because the time of one transfer does not give their
    /// throughput. Null for one transfer after another.
    /// </param>
    /// <remarks>
    /// Every launch has the same weight, whatever its number of transfers: otherwise launches that happened to be fast would
    /// dominate. Percentiles interpolate linearly between order statistics (Hyndman and Fan's type 7, by
    /// Perfolizer's extension to weighted samples). Their intervals are those of <see cref="QuantileInterval"/>.
    /// </remarks>
    /// <exception cref="ArgumentException">There is no sample.</exception>
    public static MeasurementStatistics Of(IReadOnlyList<Launch> launches, long sizeBytes, bool delivers, double? wallNanoseconds = null)
    {
        if (launches.All(launch => launch.Nanoseconds.Count == 0))
        {
            throw new ArgumentException("statistics need at least one sample", nameof(launches));
        }

        Sample sample = Weighted([.. launches.Select(launch => launch.Nanoseconds)]);
        double median = Quantile(sample, 0.5);
        double p90 = Quantile(sample, 0.9);
        double p99 = Quantile(sample, 0.99);
        double mean = launches.Where(launch => launch.Nanoseconds.Count > 0).Average(launch => launch.Nanoseconds.Average());
        bool hasSendReturned = launches.Any(launch => launch.SendReturnedNanoseconds.Count > 0);
        return new MeasurementStatistics
        {
            N = sample.Size,
            Min = sample.SortedValues[0],
            P50 = median,
            P90 = p90,
            P99 = p99,
            P999 = Quantile(sample, 0.999),
            Max = sample.SortedValues[^1],
            Mean = mean,
            SendReturnedP50 = hasSendReturned
                ? Quantile(Weighted([.. launches.Select(launch => launch.SendReturnedNanoseconds)]), 0.5)
                : null,
            MedianInterval = IntervalOf(median, 0.5),
            P90Interval = IntervalOf(p90, 0.9),
            P99Interval = IntervalOf(p99, 0.99),
            ThroughputMBps = delivers && sizeBytes > 0 && (wallNanoseconds ?? mean) is > 0 and double time ? sizeBytes / time * 1000 : null,
        };

        Interval? IntervalOf(double percentile, double share) =>
            QuantileInterval.Of(launches, percentile, share, other => Quantile(sample, other));
    }

    /// <summary>Median of samples in nanoseconds, as a launch keeps it in <see cref="Launch.MedianNanoseconds"/>.</summary>
    /// <exception cref="ArgumentException">There is no sample.</exception>
    public static double Median(IReadOnlyList<long> nanoseconds) => nanoseconds.Count > 0
        ? Quantile(Weighted([nanoseconds]), 0.5)
        : throw new ArgumentException("a median needs at least one sample", nameof(nanoseconds));

    /// <summary>Percentiles of samples in nanoseconds, each sample of the same weight.</summary>
    /// <exception cref="ArgumentException">There is no sample.</exception>
    public static LatencySummary SummaryOf(IReadOnlyList<long> nanoseconds)
    {
        if (nanoseconds.Count == 0)
        {
            throw new ArgumentException("percentiles need at least one sample", nameof(nanoseconds));
        }

        Sample sample = Weighted([nanoseconds]);
        return new LatencySummary(
            sample.SortedValues[0],
            Quantile(sample, 0.5),
            Quantile(sample, 0.9),
            Quantile(sample, 0.99),
            Quantile(sample, 0.999),
            sample.SortedValues[^1],
            nanoseconds.Average());
    }

    // Sorted here by Array.Sort: Perfolizer does not sort a sorted sample again.
    private static Sample Weighted(IReadOnlyList<IReadOnlyList<long>> launches)
    {
        double[] values = [.. launches.SelectMany(launch => launch).Select(value => (double)value)];
        if (launches.Where(launch => launch.Count > 0).Select(launch => launch.Count).Distinct().Count() == 1)
        {
            Array.Sort(values);
            return new Sample(values);
        }

        double[] weights = [.. launches.SelectMany(launch => Enumerable.Repeat(1.0 / launch.Count, launch.Count))];
        Array.Sort(values, weights);
        return new Sample(values, weights);
    }

    private static double Quantile(Sample sample, double probability) => SimpleQuantileEstimator.Instance.Quantile(sample, probability);
}
