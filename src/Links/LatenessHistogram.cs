using HdrHistogram;

namespace FileTransfer.Links;

/// <summary>How late packets were, in nanoseconds within three significant digits. One thread counts, others may copy.</summary>
internal sealed class LatenessHistogram
{
    /// <summary>A minute: a later packet counts as so late.</summary>
    private const long Longest = 60_000_000_000;

    private readonly HistogramBase _counts;

    /// <summary>An empty one.</summary>
    public LatenessHistogram()
        : this(new LongHistogram(1, Longest, numberOfSignificantValueDigits: 3))
    {
    }

    private LatenessHistogram(HistogramBase counts) => _counts = counts;

    /// <summary>Number of packets.</summary>
    public long Count => _counts.TotalCount;

    /// <summary>Counts a packet; one that came early counts as 0.</summary>
    public void Add(long nanoseconds) => _counts.RecordValue(Math.Clamp(nanoseconds, 0, Longest));

    /// <summary>A copy of the counts so far, while another thread may go on counting.</summary>
    /// <remarks>Needs no lock, which would hold up packets: each count is read once, and the copy's total is their sum.</remarks>
    public LatenessHistogram Copy() => new(_counts.Copy());

    /// <summary>What was counted after an earlier copy.</summary>
    public LatenessHistogram Since(LatenessHistogram earlier)
    {
        HistogramBase counts = _counts.Copy();
        foreach (HdrHistogram.Iteration.HistogramIterationValue before in earlier._counts.RecordedValues())
        {
            counts.RecordValueWithCount(before.ValueIteratedTo, -before.CountAtValueIteratedTo);
        }

        return new LatenessHistogram(counts);
    }

    /// <summary>The value below which a share of the packets lies, in microseconds; null without packets.</summary>
    /// <param name="share">The share, such as 0.99; 1 for the largest.</param>
    public double? Microseconds(double share) =>
        Count == 0 ? null : Math.Round(_counts.GetValueAtPercentile(share * 100) / 1e3, 1);
}
