using FileTransfer.Harness.Results;
using Perfolizer.Mathematics.Cpd;

namespace FileTransfer.Harness.Statistics;

/// <summary>Finds where the pace of a launch changes and stays changed for a while.</summary>
internal static class ChangePoints
{
    /// <summary>Ratio of two medians from which on a change matters.</summary>
    public const double SmallestChange = 1.25;

    // EdPelt takes time that grows with the square of the number of values, and single values are noise.
    private const int MostBlocks = 250;
    private const int FewestBlocks = 40;
    private const int FewestPerSegment = 15;
    private const int MostSegments = 10;

    // Most launches are calm, and a look at them takes a thousandth of the time that EdPelt does.
    private const int CalmWindows = 20;
    private static readonly double s_calm = Math.Sqrt(SmallestChange);

    private static readonly Memo<Launch, IReadOnlyList<Segment>> s_known = new(launch => Segments(launch.Nanoseconds));

    /// <summary>The segments of a launch, computed once.</summary>
    public static IReadOnlyList<Segment> Of(Launch launch) => s_known.Of(launch);

    /// <summary>The segments of a launch with a pace of their own, in order; one when nothing changes or there are too few samples to tell.</summary>
    public static IReadOnlyList<Segment> Segments(IReadOnlyList<long> samples)
    {
        int block = Math.Max(1, (samples.Count + MostBlocks - 1) / MostBlocks);
        double[] medians = [.. samples.Chunk(block).Select(values => SampleStatistics.Median(values))];
        if (medians.Length < FewestBlocks || IsCalm(medians))
        {
            return samples.Count == 0 ? [] : [Between(samples, 0, samples.Count)];
        }

        int[] changes = EdPeltChangePointDetector.Instance.GetChangePointIndexes(medians, Math.Max(FewestPerSegment, medians.Length / MostSegments));
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

    // A segment is at least two windows long, so that a change of its median shows in those of the windows.
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
