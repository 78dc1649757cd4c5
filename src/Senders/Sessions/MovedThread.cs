using FileTransfer.Strategies.Interop;
using FileTransfer.Strategies.Machine;

namespace FileTransfer.Senders.Sessions;

/// <summary>Moves the sending thread to the next processor again and again, while a turn lasts.</summary>
/// <param name="milliseconds">Time between two moves.</param>
internal sealed class MovedThread(int milliseconds) : IDisposable
{
    private readonly Lock _lock = new();
    private Timer? _timer;
    private int _thread;
    private int _moves;

    /// <summary>Begins to move the calling thread.</summary>
    public void Begin()
    {
        lock (_lock)
        {
            _thread = GetTid.Invoke();
            _timer ??= new Timer(_ => Move());
            _timer.Change(milliseconds, milliseconds);
        }
    }

    /// <summary>Lets the thread run where it may.</summary>
    public void End()
    {
        lock (_lock)
        {
            _timer?.Change(Timeout.Infinite, Timeout.Infinite);
            ProcessorPin.ThreadTo(_thread, ProcessorMask.Allowed());
            _thread = 0;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _timer?.Dispose();

    private void Move()
    {
        lock (_lock)
        {
            if (_thread != 0)
            {
                IReadOnlyList<int> allowed = ProcessorMask.Allowed();
                ProcessorPin.ThreadTo(_thread, [allowed[_moves++ % allowed.Count]]);
            }
        }
    }
}
