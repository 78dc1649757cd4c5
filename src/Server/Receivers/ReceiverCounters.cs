using System.Collections.Concurrent;
using System.Collections.Immutable;
using FileTransfer.Strategies.Control;

namespace FileTransfer.Server.Receivers;

/// <summary>Counts connections, frames, bytes and errors of one receiver; any thread may call it.</summary>
internal sealed class ReceiverCounters
{
    private readonly ConcurrentDictionary<string, long> _errors = new();
    private readonly Queue<FrameCheck> _checks = [];
    private long _bytes;
    private long _frames;
    private long _connections;
    private long _openConnections;

    /// <summary>The present totals, the errors sorted by kind.</summary>
    public ReceiverStats Snapshot() => new(
        Interlocked.Read(ref _bytes),
        Interlocked.Read(ref _frames),
        Interlocked.Read(ref _connections),
        Interlocked.Read(ref _openConnections),
        _errors.ToImmutableSortedDictionary(StringComparer.Ordinal));

    /// <summary>Number of connections that are open.</summary>
    public long Open => Interlocked.Read(ref _openConnections);

    /// <summary>Counts an accepted connection.</summary>
    public void Opened()
    {
        // In the reverse order of Snapshot, so that a counted connection is also counted as open until it ends.
        Interlocked.Increment(ref _openConnections);
        Interlocked.Increment(ref _connections);
    }

    /// <summary>Counts the end of a connection, with or without an error.</summary>
    public void Closed() => Interlocked.Decrement(ref _openConnections);

    /// <summary>Counts a drained frame.</summary>
    /// <param name="length">Length of the frame in bytes.</param>
    /// <param name="checksum">CRC-32C of its content; null when the frame was not checked.</param>
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
            // The number is assigned under the lock, so that the queue is in order.
            _checks.Enqueue(new FrameCheck(Interlocked.Increment(ref _frames), crc));
            if (_checks.Count > ReceiverChecks.Most)
            {
                _checks.Dequeue();
            }
        }
    }

    /// <summary>The checked frames after number <paramref name="frame"/>, in order.</summary>
    public ReceiverChecks ChecksAfter(long frame)
    {
        lock (_checks)
        {
            return new ReceiverChecks(Interlocked.Read(ref _frames), [.. _checks.Where(check => check.Frame > frame)]);
        }
    }

    /// <summary>Counts a connection that ended with an error of this kind.</summary>
    public void Failed(string kind) => _errors.AddOrUpdate(kind, 1, (_, count) => count + 1);
}
