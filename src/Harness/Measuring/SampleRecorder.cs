using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Measuring;

/// <summary>Keeps the duration of every transfer, and lets none pass that was not proven.</summary>
/// <remarks>
/// The receiver's count is compared every time, and the content where the acknowledgement has a checksum: the receiver
/// chooses frames to check, which takes it time, so that these transfers are no samples.
/// </remarks>
/// <param name="payload">What every delivery must confirm.</param>
/// <param name="checksum">Its CRC-32C, or null where nobody looks at the content.</param>
/// <param name="isFetched">Whether the payload comes from the server, rather than goes to a receiver.</param>
internal sealed class SampleRecorder(Payload payload, uint? checksum, bool isFetched)
{
    /// <summary>Room for the checks of a launch, so that noting one allocates nothing.</summary>
    private const int UsualChecks = 1 << 12;

    private readonly List<long> _checked = new(UsualChecks);
    private long[] _durations = [];
    private long[] _sendReturned = [];
    private long[] _gaps = [];
    private int _count;
    private long _endBefore;
    private int _checkedSinceRecording;

    /// <summary>Counts bytes and does not look at the content.</summary>
    public SampleRecorder(long expectedBytes)
        : this(new Payload("the payload", expectedBytes), checksum: null, isFetched: false)
    {
    }

    /// <summary>Whether transfers are being recorded; checking goes on regardless.</summary>
    public bool IsRecording
    {
        get;
        set
        {
            field = value;
            _endBefore = 0;
        }
    }

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

    /// <summary>CRC-32C that every checked transfer must have; null where nobody looks.</summary>
    public uint? Checksum => checksum;

    /// <summary>Makes room for more samples, so that recording them allocates nothing.</summary>
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

    /// <summary>Checks one transfer and, while recording, keeps its duration. Arguments are Stopwatch timestamps.</summary>
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
            return;
        }

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
    }

    /// <summary>Duration of every recorded transfer in order, in nanoseconds.</summary>
    public long[] Nanoseconds() => StopwatchTicks.ToNanoseconds(_durations.AsSpan(0, _count));

    /// <summary>For the same transfers, the time until the last send returned, in nanoseconds.</summary>
    public long[] SendReturnedNanoseconds() => StopwatchTicks.ToNanoseconds(_sendReturned.AsSpan(0, _count));

    /// <summary>Time between the end of the transfer before and the start of each, in nanoseconds; 0 for the first of an iteration.</summary>
    public long[] GapNanoseconds() => StopwatchTicks.ToNanoseconds(_gaps.AsSpan(0, _count));

    private void Check(in Delivery delivery)
    {
        if (checksum is { } expected && delivery.Crc32C != expected)
        {
            throw DeliveryMismatch.OfContent(delivery, payload, expected, isFetched);
        }

        _checked.Add(Transfers);
        CheckedWhileRecording += IsRecording ? 1 : 0;
        _checkedSinceRecording += IsRecording || _count > 0 ? 1 : 0;
    }
}
