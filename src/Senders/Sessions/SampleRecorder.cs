using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Senders.Sessions;

/// <summary>Records the duration of every transfer, and rejects transfers that are not proven.</summary>
/// <remarks>
/// The receiver's byte count is compared for every transfer, and the checksum where the acknowledgement has one: the receiver
/// chooses frames to check. Checking takes it extra time, so checked transfers are no samples.
/// </remarks>
/// <param name="payload">The payload that every delivery must confirm.</param>
/// <param name="checksum">Its CRC-32C, or null to check the length only.</param>
/// <param name="isFetched">True for a payload that comes from the server, false for one that goes to a receiver.</param>
internal sealed class SampleRecorder(Payload payload, uint? checksum, bool isFetched)
{
    /// <summary>Initial capacity for the checks of a launch, so that recording one allocates nothing.</summary>
    private const int UsualChecks = 1 << 12;

    /// <summary>
    /// Most checked transfers one after another: a receiver checks a quarter at most, and so many by chance in one of 10³⁸ launches.
    /// </summary>
    private const int MostChecksInARow = 64;

    private readonly List<long> _checked = new(UsualChecks);
    private long[] _durations = [];
    private long[] _sendReturned = [];
    private long[] _gaps = [];
    private int _count;
    private long _endBefore;
    private int _checkedSinceRecording;
    private int _checksInARow;

    /// <summary>A recorder that checks the length only.</summary>
    public SampleRecorder(long expectedBytes)
        : this(new Payload("the payload", expectedBytes), checksum: null, isFetched: false)
    {
    }

    /// <summary>True while transfers are recorded; transfers are checked in either case.</summary>
    public bool IsRecording
    {
        get;
        set
        {
            field = value;
            _endBefore = 0;
        }
    }

    /// <summary>Notes counters beside each sample; null to note none.</summary>
    public TransferTracer? Tracer { get; init; }

    /// <summary>Number of samples so far.</summary>
    public int Count => _count;

    /// <summary>Transfers so far, whether recorded or not.</summary>
    public long Transfers { get; private set; }

    /// <summary>Transfers made while recording that are no samples because they were checked.</summary>
    public int CheckedWhileRecording { get; private set; }

    /// <summary>Transfers checked since recording began.</summary>
    public int CheckedSinceRecording => _checkedSinceRecording;

    /// <summary>The transfers whose content was checked, by their number from 1.</summary>
    public IReadOnlyList<long> Checked => _checked;

    /// <summary>CRC-32C that every checked transfer must have; null to check the length only.</summary>
    public uint? Checksum => checksum;

    /// <summary>Reserves memory for more samples, so that recording them allocates nothing.</summary>
    public void Reserve(long more)
    {
        int capacity = checked((int)(_count + more));
        if (capacity > _durations.Length)
        {
            Array.Resize(ref _durations, capacity);
            Array.Resize(ref _sendReturned, capacity);
            Array.Resize(ref _gaps, capacity);
        }
    }

    /// <summary>Checks one transfer and, while recording, stores its duration. Arguments are Stopwatch timestamps.</summary>
    /// <exception cref="TransferException">The receiver confirmed something else, or the times are impossible.</exception>
    public void Record(long start, in Delivery delivery, long end)
    {
        Transfers++;
        if (delivery.Bytes != payload.Length)
        {
            throw DeliveryMismatch.OfLength(delivery, payload.Length, isFetched);
        }

        long gap = _endBefore == 0 ? 0 : start - _endBefore;
        _endBefore = end;
        if (delivery.Crc32C != 0)
        {
            Check(delivery);
            if (IsRecording)
            {
                Tracer?.Skip();
            }

            return;
        }

        _checksInARow = 0;
        if (!IsRecording)
        {
            return;
        }

        if (delivery.SendReturnedTimestamp < start || delivery.SendReturnedTimestamp > end)
        {
            throw DeliveryMismatch.OfTimes(start, delivery.SendReturnedTimestamp, end);
        }

        if (_count == _durations.Length)
        {
            Reserve(Math.Max(1024, _count));
        }

        _durations[_count] = end - start;
        _sendReturned[_count] = delivery.SendReturnedTimestamp - start;
        _gaps[_count] = gap;
        _count++;
        Tracer?.Note();
    }

    /// <summary>Duration of every recorded transfer in order, in nanoseconds.</summary>
    /// <param name="from">Index of the first.</param>
    public long[] Nanoseconds(int from = 0) => StopwatchTicks.ToNanoseconds(_durations.AsSpan(from, _count - from));

    /// <summary>For the same transfers, the time until the last send returned, in nanoseconds.</summary>
    public long[] SendReturnedNanoseconds() => StopwatchTicks.ToNanoseconds(_sendReturned.AsSpan(0, _count));

    /// <summary>
    /// Gap between the end of the previous transfer and the start of each, in nanoseconds; 0 for the first of an iteration.
    /// </summary>
    public long[] GapNanoseconds() => StopwatchTicks.ToNanoseconds(_gaps.AsSpan(0, _count));

    private void Check(in Delivery delivery)
    {
        if (checksum is { } expected && delivery.Crc32C != expected)
        {
            throw DeliveryMismatch.OfContent(delivery, payload, expected, isFetched);
        }

        // Otherwise a strategy that makes its checksums up would have no sample, and be asked for one without end.
        if (++_checksInARow > MostChecksInARow && !isFetched)
        {
            throw DeliveryMismatch.OfChecks(_checksInARow);
        }

        _checked.Add(Transfers);
        CheckedWhileRecording += IsRecording ? 1 : 0;
        _checkedSinceRecording += IsRecording || _count > 0 ? 1 : 0;
    }
}
