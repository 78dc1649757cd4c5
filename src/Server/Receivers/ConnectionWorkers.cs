using FileTransfer.Sending;

namespace FileTransfer.Server.Receivers;

/// <summary>Threads that serve connections, each with a buffer of its own; as many as are busy at once, up to a limit.</summary>
/// <remarks>
/// A thread that has nothing to do for a while ends, and its buffer with it. The last one stays, without a buffer: a thread needs a
/// descriptor to start, and where there is none, those who are connected are still served.
/// A thread stays with a connection that is silent, for a while; when more than half of all threads are taken, none does: whoever sends
/// next finds one.
/// </remarks>
internal sealed class ConnectionWorkers(string name, int bufferSize, int most, ConnectionWorkers.IOwner owner)
{
    private const int StackSize = 256 << 10;
    private static readonly TimeSpan s_longestIdle = TimeSpan.FromSeconds(1);

    private readonly object _lock = new();
    private readonly Queue<IConnection> _ready = new();
    private int _threads;
    private int _idle;
    private bool _isStopped;
    private volatile bool _isScarce;

    /// <summary>Who owns the connections.</summary>
    internal interface IOwner
    {
        /// <summary>The connection waits for bytes, without a thread.</summary>
        void Waits(IConnection connection);

        /// <summary>The connection is closed.</summary>
        void Ended(IConnection connection);

        /// <summary>No thread could be started; what is ready waits for one that is there.</summary>
        void NoThread(Exception exception);

        /// <summary>No memory could be had for a thread's buffer; what is ready waits for a thread that has one.</summary>
        void NoBuffer(Exception exception);
    }

    /// <summary>Serves a connection on a thread, at once or when one is free.</summary>
    public void Run(IConnection connection)
    {
        lock (_lock)
        {
            _ready.Enqueue(connection);
            if (_idle >= _ready.Count)
            {
                Monitor.Pulse(_lock);
                return;
            }

            if (_threads >= most)
            {
                return;
            }

            _threads++;
        }

        try
        {
            new Thread(Work, StackSize) { IsBackground = true, Name = $"{name} connection" }.Start();
        }
        catch (Exception exception) when (exception is OutOfMemoryException or ThreadStartException)
        {
            IConnection? stranded = null;
            lock (_lock)
            {
                // Without any thread, nobody would ever come for it.
                _ = --_threads == 0 && _ready.TryDequeue(out stranded);
            }

            owner.NoThread(exception);
            if (stranded is not null)
            {
                stranded.Abandon(exception);
                owner.Ended(stranded);
            }
        }
    }

    /// <summary>Lets threads without work end; those with work end by themselves.</summary>
    public void Stop()
    {
        lock (_lock)
        {
            _isStopped = true;
            Monitor.PulseAll(_lock);
        }
    }

    private void Work()
    {
        KernelBuffer? buffer = null;
        Func<bool> isScarce = () => _isScarce;
        while (Next(ref buffer) is { } connection)
        {
            try
            {
                buffer ??= new KernelBuffer(bufferSize);
            }
            catch (OutOfMemoryException exception)
            {
                owner.NoBuffer(exception);
                if (LeaveToOthers(connection))
                {
                    return;
                }

                connection.Abandon(exception);
                owner.Ended(connection);
                continue;
            }

            if (connection.Run(buffer.Memory, isScarce))
            {
                owner.Waits(connection);
            }
            else
            {
                owner.Ended(connection);
            }
        }
    }

    /// <summary>Leaves a connection to the other threads and ends this one, which has no buffer; false when there is no other.</summary>
    private bool LeaveToOthers(IConnection connection)
    {
        lock (_lock)
        {
            if (_threads == 1)
            {
                return false;
            }

            _threads--;
            _ready.Enqueue(connection);
            Monitor.Pulse(_lock);
            return true;
        }
    }

    /// <summary>The next connection to serve; null when there was none for a while, and the thread has to end.</summary>
    private IConnection? Next(ref KernelBuffer? buffer)
    {
        lock (_lock)
        {
            if (_ready.TryDequeue(out IConnection? connection))
            {
                _isScarce = _threads - _idle > most / 2;
                return connection;
            }

            _idle++;
            _ = Monitor.Wait(_lock, s_longestIdle);
            while (_ready.Count == 0 && _threads == 1 && !_isStopped)
            {
                buffer = null;
                _ = Monitor.Wait(_lock);
            }

            _idle--;
            if (_ready.TryDequeue(out connection))
            {
                _isScarce = _threads - _idle > most / 2;
                return connection;
            }

            _threads--;
            return null;
        }
    }
}
