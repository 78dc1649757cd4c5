using System.Collections.Concurrent;
using System.Runtime.InteropServices;
using FileTransfer.Strategies.Interop;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Server.Receivers;

/// <summary>
/// Waits on one thread for the bytes of any number of connections, which need no thread and no buffer of their own meanwhile. Linux
/// only: epoll(7).
/// </summary>
/// <remarks>Whoever takes a connection out, this class or its owner, is the only one to have it.</remarks>
internal sealed class ConnectionWatch : IDisposable
{
    private const int EventsAtOnce = 256;
    private const int LongestWait = 250;

    private readonly ConcurrentDictionary<long, IConnection> _waiting = new();
    private readonly ConcurrentDictionary<IConnection, long> _numbers = new();
    private readonly SafeFileHandle _epoll;
    private readonly Action<IConnection> _ready;
    private readonly Action<IConnection> _overdue;
    private readonly Thread _thread;
    private long _lastNumber;
    private volatile bool _isDisposed;

    private ConnectionWatch(SafeFileHandle epoll, string name, Action<IConnection> ready, Action<IConnection> overdue)
    {
        _epoll = epoll;
        _ready = ready;
        _overdue = overdue;
        _thread = new Thread(WaitForAll) { IsBackground = true, Name = $"{name} watch" };
        _thread.Start();
    }

    /// <summary>Starts to watch; null where this system has no epoll, and every connection needs a thread.</summary>
    /// <param name="name">Name of the thread.</param>
    /// <param name="ready">Takes a connection with bytes to read, or at the end of its stream; must not wait.</param>
    /// <param name="overdue">Takes a connection whose <see cref="IConnection.Due"/> has passed; must not wait.</param>
    public static ConnectionWatch? TryStart(string name, Action<IConnection> ready, Action<IConnection> overdue) =>
        OperatingSystem.IsLinux() && Epoll.Create() is { } epoll ? new ConnectionWatch(epoll, name, ready, overdue) : null;

    /// <summary>Watches a connection until it has bytes or is overdue; false when that is not possible.</summary>
    public bool TryAdd(IConnection connection)
    {
        bool isNew = false;
        long number = _numbers.GetOrAdd(connection, _ =>
        {
            isNew = true;
            return Interlocked.Increment(ref _lastNumber);
        });
        // Listed first: the event may come before the next line.
        _waiting[number] = connection;
        try
        {
            int operation = isNew ? Epoll.Add : Epoll.Again;
            if (connection.TryWatch(handle => Epoll.Control(_epoll, operation, handle, Epoll.In | Epoll.OneShot, number) == 0))
            {
                return true;
            }
        }
        catch (ObjectDisposedException)
        {
            // Closed by another thread, which stops the receiver.
        }

        return !_waiting.TryRemove(number, out _);
    }

    /// <summary>Takes a connection out; true when it was still waiting, and is now the caller's.</summary>
    public bool TryTake(IConnection connection) => _numbers.TryGetValue(connection, out long number) && _waiting.TryRemove(number, out _);

    /// <summary>Forgets a connection that has ended.</summary>
    public void Forget(IConnection connection)
    {
        if (_numbers.TryRemove(connection, out long number))
        {
            _waiting.TryRemove(number, out _);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _isDisposed = true;
        _thread.Join(2 * LongestWait);
        _epoll.Dispose();
    }

    private void WaitForAll()
    {
        byte[] events = new byte[EventsAtOnce * Epoll.EventSize];
        long swept = Environment.TickCount64;
        while (!_isDisposed)
        {
            int count;
            try
            {
                count = Epoll.Wait(_epoll, events, LongestWait);
            }
            catch (ObjectDisposedException)
            {
                return;
            }

            if (count < 0 && Marshal.GetLastPInvokeError() != Errno.Interrupted)
            {
                // Cannot happen, and must not spin if it does.
                Thread.Sleep(LongestWait);
            }

            for (int i = 0; i < count; i++)
            {
                if (_waiting.TryRemove(Epoll.NumberOf(events, i), out IConnection? connection))
                {
                    _ready(connection);
                }
            }

            long now = Environment.TickCount64;
            // Not before all events are taken: what has come for a connection in time counts, however late this thread is.
            if (count < EventsAtOnce && now - swept >= LongestWait)
            {
                swept = now;
                Sweep(now);
            }
        }
    }

    private void Sweep(long now)
    {
        foreach ((long number, IConnection connection) in _waiting)
        {
            if (now >= connection.Due && _waiting.TryRemove(number, out _))
            {
                _overdue(connection);
            }
        }
    }
}
