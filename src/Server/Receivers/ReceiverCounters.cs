using System.Collections.Concurrent;
using System.Collections.Immutable;
using FileTransfer.Strategies.Control;

namespace FileTransfer.Server.Receivers;

/// <summary>Counts what the connections of one receiver do, from any thread.</summary>
internal sealed class ReceiverCounters
{
    private readonly ConcurrentDictionary<string, long> _errors = new();
    private readonly Queue<FrameCheck> _checks = [];
    private long _bytes;
    private long _frames;
    private long _connections;
    private long _openConnections;

    /// <summary>The totals now; the errors sorted by kind.</summary>
    public ReceiverStats Snapshot() => new(
        Interlocked.Read(ref _bytes),
        Interlocked.Read(ref _frames),
        Interlocked.Read(ref _connections),
        Interlocked.Read(ref _openConnections),
        _errors.ToImmutableSortedDictionary(StringComparer.Ordinal));

    /// <summary>A connection was accepted.</summary>
    public void Opened()
    {
        // In this order, the other way round than they are read: who finds it counted finds it open, unless it has ended.
        Interlocked.Increment(ref _openConnections);
        Interlocked.Increment(ref _connections);
    }

    /// <summary>A connection ended, well or badly.</summary>
    public void Closed() => Interlocked.Decrement(ref _openConnections);

    /// <summary>A frame of <paramref name="length"/> bytes was drained.</summary>
    /// <param name="length">Its length in bytes.</param>
    /// <param name="checksum">CRC-32C of its content, or null when it was not checked.</param>
    public void Drained(long length, uint? checksum = null)
    {
        Interlocked.Add(ref _bytes, length);
        if (checksum is not { } crc)
        {
            Interlocked.Increment(ref _frames);
            return;
        }

        lock (_checks)
        {
            // Numbered under the lock, so that they are remembered in their order.
            _checks.Enqueue(new FrameCheck(Interlocked.Increment(ref _frames), crc));
            if (_checks.Count > ReceiverChecks.Most)
            {
                _checks.Dequeue();
            }
        }
    }

    /// <summary>The frames after number <paramref name="frame"/> that were checked, in their order.</summary>
    public ReceiverChecks ChecksAfter(long frame)
    {
        lock (_checks)
        {
            return new ReceiverChecks(Interlocked.Read(ref _frames), [.. _checks.Where(check => check.Frame > frame)]);
        }
    }

    /// <summary>A connection ended badly.</summary>
    public void Failed(string kind) => _errors.AddOrUpdate(kind, 1, (_, count) => count + 1);
}
