using FileTransfer.Senders.Sessions;
using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Harness.Load.Generating;

/// <summary>What a frame must be confirmed as.</summary>
/// <param name="Payload">The payload; of a range, one with the length of the range.</param>
/// <param name="Checksum">CRC-32C of its bytes.</param>
/// <param name="IsFetched">True for a payload that comes from the server.</param>
internal sealed record ExpectedFrame(Payload Payload, uint Checksum, bool IsFetched);

/// <summary>Compares every delivery with what was sent, and counts them to be compared with the server's own counts.</summary>
internal sealed class DeliveryTally
{
    private readonly Lock _lock = new();
    private readonly Dictionary<uint, long> _checks = [];
    private long _frames;
    private long _bytes;
    private long _checked;

    /// <summary>Frames, bytes and checks so far.</summary>
    public TallyCount Count
    {
        get
        {
            lock (_lock)
            {
                return new TallyCount(_frames, _bytes, _checked, new Dictionary<uint, long>(_checks));
            }
        }
    }

    /// <summary>Frames so far.</summary>
    public long Frames => Volatile.Read(ref _frames);

    /// <summary>Adds a delivery; true when its content was checked.</summary>
    /// <exception cref="TransferException">It confirms something else, or its times are impossible.</exception>
    public bool Add(ExpectedFrame expected, in Delivery delivery, long start, long end)
    {
        if (delivery.Bytes != expected.Payload.Length)
        {
            throw DeliveryMismatch.OfLength(delivery, expected.Payload.Length, expected.IsFetched);
        }

        bool isChecked = delivery.Crc32C != 0;
        if (isChecked && delivery.Crc32C != expected.Checksum)
        {
            throw DeliveryMismatch.OfContent(delivery, expected.Payload, expected.Checksum, expected.IsFetched);
        }

        if (delivery.SendReturnedTimestamp < start || delivery.SendReturnedTimestamp > end)
        {
            throw DeliveryMismatch.OfTimes(start, delivery.SendReturnedTimestamp, end);
        }

        lock (_lock)
        {
            _frames++;
            _bytes += delivery.Bytes;
            if (isChecked)
            {
                _checked++;
                _checks[delivery.Crc32C] = _checks.GetValueOrDefault(delivery.Crc32C) + 1;
            }
        }

        return isChecked;
    }
}

/// <summary>Deliveries that were confirmed.</summary>
/// <param name="Frames">Number of frames.</param>
/// <param name="Bytes">Their bytes.</param>
/// <param name="Checked">Frames that were confirmed with a checksum.</param>
/// <param name="Checks">Number of frames by their checksum.</param>
internal sealed record TallyCount(long Frames, long Bytes, long Checked, IReadOnlyDictionary<uint, long> Checks);
