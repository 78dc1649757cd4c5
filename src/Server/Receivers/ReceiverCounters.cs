using System.Collections.Concurrent;
using System.Collections.Immutable;
using FileTransfer.Strategies.Control;

namespace FileTransfer.Server.Receivers;

/// <summary>Counts what the connections of one receiver do, from any thread.</summary>
public sealed class ReceiverCounters
{
    private readonly ConcurrentDictionary<string, long> _errors = new();
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
    public void Drained(long length)
    {
        Interlocked.Add(ref _bytes, length);
        Interlocked.Increment(ref _frames);
    }

    /// <summary>A connection ended badly.</summary>
    public void Failed(string kind) => _errors.AddOrUpdate(kind, 1, (_, count) => count + 1);
}
