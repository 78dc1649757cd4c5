using FileTransfer.Strategies;

namespace FileTransfer.Harness.Measuring;

/// <summary>Keeps the duration of every transfer, and lets none pass that the receiver did not confirm in full.</summary>
/// <param name="expectedBytes">Payload length every delivery must confirm.</param>
/// <param name="isFetched">Whether the payload comes from the server, rather than goes to a receiver.</param>
public sealed class SampleRecorder(long expectedBytes, bool isFetched = false)
{
    private long[] _durations = [];
    private long[] _sendReturned = [];
    private int _count;

    /// <summary>Whether transfers are being recorded; checking goes on regardless.</summary>
    public bool IsRecording { get; set; }

    /// <summary>Number of samples so far.</summary>
    public int Count => _count;

    /// <summary>Makes room for more samples, so that recording them allocates nothing.</summary>
    public void Reserve(long more)
    {
        int capacity = checked((int)(_count + more));
        if (capacity > _durations.Length)
        {
            Array.Resize(ref _durations, capacity);
            Array.Resize(ref _sendReturned, capacity);
        }
    }

    /// <summary>Checks one transfer and, while recording, keeps its duration. Arguments are Stopwatch timestamps.</summary>
    /// <exception cref="TransferException">The receiver confirmed another number of bytes.</exception>
    public void Record(long start, in Delivery delivery, long end)
    {
        if (delivery.Bytes != expectedBytes)
        {
            throw DeliveryMismatch.OfLength(delivery, expectedBytes, isFetched);
        }

        if (!IsRecording)
        {
            return;
        }

        if (_count == _durations.Length)
        {
            Reserve(Math.Max(1024, _count));
        }

        _durations[_count] = end - start;
        _sendReturned[_count] = delivery.SendReturnedTimestamp - start;
        _count++;
    }

    /// <summary>Duration of every recorded transfer in order, in nanoseconds.</summary>
    public long[] Nanoseconds() => StopwatchTicks.ToNanoseconds(_durations.AsSpan(0, _count));

    /// <summary>For the same transfers, the time until the last send returned, in nanoseconds.</summary>
    public long[] SendReturnedNanoseconds() => StopwatchTicks.ToNanoseconds(_sendReturned.AsSpan(0, _count));
}
