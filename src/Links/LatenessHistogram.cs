using System.Numerics;

namespace FileTransfer.Links;

/// <summary>How late packets were, in nanoseconds: counts in buckets, each at most a sixteenth wider than its beginning.</summary>
internal sealed class LatenessHistogram
{
    /// <summary>Buckets for each power of two.</summary>
    private const int Parts = 16;

    private const int PartBits = 4;

    private readonly long[] _counts;

    /// <summary>An empty one.</summary>
    public LatenessHistogram()
        : this(new long[64 * Parts])
    {
    }

    private LatenessHistogram(long[] counts) => _counts = counts;

    /// <summary>Number of packets.</summary>
    public long Count => _counts.Sum();

    /// <summary>Counts a packet; one that came early counts as 0.</summary>
    public void Add(long nanoseconds) => _counts[IndexOf(Math.Max(0, nanoseconds))]++;

    /// <summary>A copy of the counts so far, while another thread may go on counting.</summary>
    public LatenessHistogram Copy() => new([.. _counts]);

    /// <summary>What was counted after an earlier copy.</summary>
    public LatenessHistogram Since(LatenessHistogram earlier) =>
        new([.. _counts.Zip(earlier._counts, (now, before) => now - before)]);

    /// <summary>The end of the bucket that holds a percentile, in microseconds; null without packets.</summary>
    /// <param name="share">The percentile as a share, such as 0.99; 1 for the largest.</param>
    public double? Microseconds(double share)
    {
        long left = (long)Math.Ceiling(Count * share);
        if (left == 0)
        {
            return null;
        }

        int index = 0;
        while ((left -= _counts[index]) > 0)
        {
            index++;
        }

        return Math.Round(EndOf(index) / 1e3, 1);
    }

    private static int IndexOf(long value)
    {
        if (value < Parts)
        {
            return (int)value;
        }

        int power = BitOperations.Log2((ulong)value);
        return ((power - PartBits + 1) * Parts) + (int)((value >> (power - PartBits)) & (Parts - 1));
    }

    private static long EndOf(int index)
    {
        if (index < Parts)
        {
            return index;
        }

        int shift = (index / Parts) - 1;
        return ((Parts + (index % Parts) + 1L) << shift) - 1;
    }
}
