using Perfolizer.Mathematics.Cpd;

namespace FileTransfer.Results.Statistics;

/// <summary>Finds the change points of a launch: positions from which transfer times differ for a while.</summary>
internal static class ChangePoints
{
    /// <summary>Smallest ratio of two medians that counts as a change.</summary>
    public const double SmallestChange = 1.25;

    // The run time of EdPelt grows with the square of the number of values, and single values are noisy.
    private const int MostBlocks = 250;
    private const int FewestBlocks = 40;
    private const int FewestPerSegment = 15;
    private const int MostSegments = 10;

    // Most launches have no change point; this check takes a thousandth of the time of EdPelt.
    private const int CalmWindows = 20;
    private static readonly double s_calm = Math.Sqrt(SmallestChange);

    private static readonly ComputedOnce<Launch, IReadOnlyList<Segment>> s_known = new(launch => Segments(launch.Nanoseconds));

    /// <summary>The segments of a launch, computed once.</summary>
    public static IReadOnlyList<Segment> Of(Launch launch) => s_known.Of(launch);

    /// <summary>The segments between change points, in order; a single one without change points or with too few samples.</summary>
    public static IReadOnlyList<Segment> Segments(IReadOnlyList<long> samples)
    {
        int block = Math.Max(1, (samples.Count + MostBlocks - 1) / MostBlocks);
        double[] medians = [.. samples.Chunk(block).Select(values => SampleStatistics.Median(values))];
        if (medians.Length < FewestBlocks || IsCalm(medians))
        {
            return samples.Count == 0 ? [] : [Between(samples, 0, samples.Count)];
        }

        int[] changes = EdPeltChangePointDetector.Instance.GetChangePointIndexes(
            medians,
            Math.Max(FewestPerSegment, medians.Length / MostSegments));
        int[] bounds = [0, .. changes.Select(change => (change + 1) * block).Where(bound => bound < samples.Count), samples.Count];
        List<Segment> segments = [.. bounds.Zip(bounds.Skip(1), (start, end) => Between(samples, start, end))];
        while (segments.Count > 1)
        {
            int least = Enumerable.Range(0, segments.Count - 1).MinBy(index => Change(segments[index], segments[index + 1]));
            if (Change(segments[least], segments[least + 1]) >= SmallestChange)
            {
                break;
            }

            segments[least] = Between(samples, segments[least].Start, segments[least + 1].End);
            segments.RemoveAt(least + 1);
        }

        return segments;
    }

    // A segment is at least two windows long, so a change of its median shows in the medians of the windows.
    private static bool IsCalm(double[] medians)
    {
        double[] windows = [.. medians.Chunk(Math.Max(1, medians.Length / CalmWindows)).Select(values => Middle(values))];
        return windows.Max() < s_calm * windows.Min();
    }

    private static double Middle(double[] values) => values.Order().ElementAt(values.Length / 2);

    private static Segment Between(IReadOnlyList<long> samples, int start, int end) =>
        new(start, end, SampleStatistics.Median([.. samples.Skip(start).Take(end - start)]));

    private static double Change(Segment one, Segment next) =>
        Math.Max(one.MedianNanoseconds, next.MedianNanoseconds) / Math.Max(1, Math.Min(one.MedianNanoseconds, next.MedianNanoseconds));
}
