using FileTransfer.Sending;

namespace FileTransfer.Server.Receivers;

/// <summary>Threads that drain connections, each with a buffer of its own; as many as are busy at once, up to a limit.</summary>
/// <remarks>
/// A thread that has nothing to do for a while ends, and its buffer with it. The last one stays, without a buffer: a thread needs a
/// descriptor to start, and where there is none, those who are connected are still served.
/// </remarks>
internal sealed class ConnectionWorkers(string name, int bufferSize, int most, ConnectionWorkers.IOwner owner)
{
    private const int StackSize = 256 << 10;
    private static readonly TimeSpan s_longestIdle = TimeSpan.FromSeconds(1);

    private readonly object _lock = new();
    private readonly Queue<FrameDrain> _ready = new();
    private int _threads;
    private int _idle;
    private bool _isStopped;

    /// <summary>Who owns the connections.</summary>
    internal interface IOwner
    {
        /// <summary>The connection waits for bytes, without a thread.</summary>
        void Waits(FrameDrain drain);

        /// <summary>The connection is closed.</summary>
        void Ended(FrameDrain drain);

        /// <summary>No thread could be started; what is ready waits for one that is there.</summary>
        void NoThread(Exception exception);
    }

    /// <summary>Drains a connection on a thread, at once or when one is free.</summary>
    public void Run(FrameDrain drain)
    {
        lock (_lock)
        {
            _ready.Enqueue(drain);
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
            FrameDrain? stranded = null;
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
        while (Next(ref buffer) is { } drain)
        {
            bool waits = false;
            try
            {
                buffer ??= new KernelBuffer(bufferSize);
                waits = drain.Run(buffer.Memory);
            }
            catch (OutOfMemoryException exception)
            {
                // No memory for the buffer: this connection ends, the others go on.
                drain.Abandon(exception);
            }

            if (waits)
            {
                owner.Waits(drain);
            }
            else
            {
                owner.Ended(drain);
            }
        }
    }

    /// <summary>The next connection to drain; null when there was none for a while, and the thread has to end.</summary>
    private FrameDrain? Next(ref KernelBuffer? buffer)
    {
        lock (_lock)
        {
            if (_ready.TryDequeue(out FrameDrain? drain))
            {
                return drain;
            }

            _idle++;
            _ = Monitor.Wait(_lock, s_longestIdle);
            while (_ready.Count == 0 && _threads == 1 && !_isStopped)
            {
                buffer = null;
                _ = Monitor.Wait(_lock);
            }

            _idle--;
            if (_ready.TryDequeue(out drain))
            {
                return drain;
            }

            _threads--;
            return null;
        }
    }
}
