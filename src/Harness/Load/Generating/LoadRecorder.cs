using FileTransfer.Harness.Load.Model;
using HdrHistogram;

namespace FileTransfer.Harness.Load.Generating;

/// <summary>Records latencies, and whose fault a late start was: the generator's, or that of connections that were busy.</summary>
/// <remarks>
/// A transfer can begin when it is due and a connection is free. What it waits for a connection is part of its latency, and nobody's
/// fault but the system's under test. What it waits beyond that is the generator's own lateness. Times are Stopwatch timestamps.
/// </remarks>
/// <param name="sizes">Number of sizes.</param>
/// <param name="isOpen">True for an open loop: latency counts from the intended start.</param>
/// <param name="mostLateness">Lateness up to which a transfer counts as begun in time, in nanoseconds.</param>
internal sealed class LoadRecorder(int sizes, bool isOpen, long mostLateness)
{
    private readonly Lock _lock = new();
    private readonly SizeLatencies[] _sizes = [.. Enumerable.Range(0, sizes).Select(_ => new SizeLatencies())];
    private readonly LongHistogram _lateness = LatencyHistogram.Create();
    private readonly LongHistogram _queued = LatencyHistogram.Create();
    private List<long>? _samples = [];
    private List<long>? _sampleSizes = sizes > 1 ? [] : null;
    private LongHistogram _interval = LatencyHistogram.Create();
    private LongHistogram _spare = LatencyHistogram.Create();
    private long _completed;

    /// <summary>Transfers that ended, timed and checked.</summary>
    public long Completed => Volatile.Read(ref _completed);

    /// <summary>Timed transfers.</summary>
    public long Timed { get; private set; }

    /// <summary>Transfers that were checked by checksum: no samples.</summary>
    public long Checked { get; private set; }

    /// <summary>Transfers that the generator began later than allowed.</summary>
    public long Late { get; private set; }

    /// <summary>Largest lateness in nanoseconds.</summary>
    public long MostLate { get; private set; }

    /// <summary>Longest wait for a connection in nanoseconds.</summary>
    public long MostQueued { get; private set; }

    /// <summary>Timestamp of the first start; long.MaxValue before it.</summary>
    public long FirstStart { get; private set; } = long.MaxValue;

    /// <summary>Timestamp of the last end.</summary>
    public long LastEnd { get; private set; }

    /// <summary>Latencies of each size.</summary>
    public IReadOnlyList<SizeLatencies> Sizes => _sizes;

    /// <summary>The generator's own lateness.</summary>
    public LongHistogram Lateness => _lateness;

    /// <summary>Waits for a connection.</summary>
    public LongHistogram Queued => _queued;

    /// <summary>Every latency in order; null when there were too many.</summary>
    public IReadOnlyList<long>? Samples => _samples;

    /// <summary>Size of every sample; null with one size, and when there were too many.</summary>
    public IReadOnlyList<long>? SampleSizes => _sampleSizes;

    /// <summary>Bytes of all transfers, timed and checked.</summary>
    /// <param name="lengths">Length of each size.</param>
    public long Bytes(IEnumerable<long> lengths) => lengths.Select((length, i) => length * _sizes[i].Completed).Sum();

    /// <summary>Records one transfer.</summary>
    /// <param name="arrival">When it was due, and its size.</param>
    /// <param name="free">Since when its connection was free.</param>
    /// <param name="start">When it began.</param>
    /// <param name="end">When it had been acknowledged.</param>
    /// <param name="isChecked">True when the receiver checked its content.</param>
    public void Record(in Arrival arrival, long free, long start, long end, bool isChecked)
    {
        long latency = Nanoseconds(end - (isOpen ? arrival.Due : start));
        long lateness = Nanoseconds(start - Math.Max(arrival.Due, free));
        long queued = Nanoseconds(Math.Max(0, free - arrival.Due));
        lock (_lock)
        {
            _completed++;
            _sizes[arrival.Size].Completed++;
            FirstStart = Math.Min(FirstStart, start);
            LastEnd = Math.Max(LastEnd, end);
            if (isOpen)
            {
                LatencyHistogram.Record(_lateness, lateness);
                LatencyHistogram.Record(_queued, queued);
                MostLate = Math.Max(MostLate, lateness);
                MostQueued = Math.Max(MostQueued, queued);
                Late += lateness > mostLateness ? 1 : 0;
            }

            if (isChecked)
            {
                Checked++;
                return;
            }

            Timed++;
            _sizes[arrival.Size].Add(latency, Nanoseconds(end - start));
            LatencyHistogram.Record(_interval, latency);
            Keep(latency, arrival.Size);
        }
    }

    /// <summary>Latencies since the last call, for the progress line: count, P50 and P99 in nanoseconds.</summary>
    public (long Count, double P50, double P99) TakeInterval()
    {
        lock (_lock)
        {
            (_interval, _spare) = (_spare, _interval);
        }

        (long, double, double) taken =
            (_spare.TotalCount, LatencyHistogram.Percentile(_spare, 50), LatencyHistogram.Percentile(_spare, 99));
        _spare.Reset();
        return taken;
    }

    private void Keep(long latency, int size)
    {
        if (_samples?.Count == LoadResult.MostSamples)
        {
            (_samples, _sampleSizes) = (null, null);
        }

        _samples?.Add(latency);
        _sampleSizes?.Add(size);
    }

    private static long Nanoseconds(long ticks) => Senders.Sessions.StopwatchTicks.ToNanoseconds(ticks);
}

/// <summary>Latencies of one size.</summary>
internal sealed class SizeLatencies
{
    /// <summary>All latencies.</summary>
    public LongHistogram Histogram { get; } = LatencyHistogram.Create();

    /// <summary>Transfers of this size, timed and checked.</summary>
    public long Completed { get; set; }

    /// <summary>Shortest latency in nanoseconds.</summary>
    public long Min { get; private set; } = long.MaxValue;

    /// <summary>Longest latency in nanoseconds.</summary>
    public long Max { get; private set; }

    /// <summary>Sum of the latencies in nanoseconds.</summary>
    public double Sum { get; private set; }

    /// <summary>Shortest time from a start to its end in nanoseconds: no delivery is faster than memory.</summary>
    public long ShortestService { get; private set; } = long.MaxValue;

    /// <summary>Adds a transfer.</summary>
    public void Add(long latency, long service)
    {
        LatencyHistogram.Record(Histogram, latency);
        Min = Math.Min(Min, latency);
        Max = Math.Max(Max, latency);
        Sum += latency;
        ShortestService = Math.Min(ShortestService, service);
    }
}
