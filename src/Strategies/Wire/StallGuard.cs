using System.Diagnostics;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;

namespace FileTransfer.Strategies.Wire;

/// <summary>
/// Ends a transfer that will not end by itself: breaks off its system call when the file changed, or when nothing can
/// explain the time any more. Costs four field writes a transfer.
/// </summary>
internal sealed class StallGuard : IDisposable
{
    /// <summary>Slowest link a transfer is allowed to be on, before it counts as stuck.</summary>
    private const double SlowestBytesPerSecond = 10e6;

    private readonly Action _breakOff;
    private readonly Lock _checking = new();
    private readonly TimeSpan _timeout;
    private readonly Timer _timer;
    private volatile Payload? _payload;

    /// <summary>When the transfer under way began; 0 when there is none.</summary>
    private long _enteredTimestamp;

    /// <param name="breakOff">Makes the system call that the transfer waits in return; called once, on a thread of the pool.</param>
    /// <param name="timeout">Longest wait beside the time that a slow link needs.</param>
    /// <param name="interval">Time between two looks.</param>
    public StallGuard(Action breakOff, TimeSpan timeout, TimeSpan interval)
    {
        _breakOff = breakOff;
        _timeout = timeout;
        _timer = new Timer(_ => Check(), state: null, interval, interval);
    }

    /// <summary>Why the transfer was broken off, or null while none was.</summary>
    public TransferException? Verdict { get; private set; }

    /// <summary>True between <see cref="Enter"/> and <see cref="Leave"/>.</summary>
    public bool IsWithinTransfer => _payload is not null;

    public void Enter(Payload payload)
    {
        Volatile.Write(ref _enteredTimestamp, Stopwatch.GetTimestamp());
        _payload = payload;
    }

    public void Leave()
    {
        _payload = null;
        Volatile.Write(ref _enteredTimestamp, 0);
    }

    /// <summary>Looks no more; a look that is under way is waited for.</summary>
    public void Dispose()
    {
        Leave();
        _timer.Dispose();
        lock (_checking)
        {
        }
    }

    private void Check()
    {
        // A look that takes longer than the interval is not joined by the next one.
        if (_checking.TryEnter())
        {
            try
            {
                Look();
            }
            finally
            {
                _checking.Exit();
            }
        }
    }

    private void Look()
    {
        Payload? payload = _payload;
        long entered = Volatile.Read(ref _enteredTimestamp);
        if (payload is null || entered == 0 || !ReferenceEquals(payload, _payload) || Verdict is not null)
        {
            return;
        }

        TimeSpan limit = _timeout + TimeSpan.FromSeconds(payload.Length / SlowestBytesPerSecond);
        TimeSpan waited = Stopwatch.GetElapsedTime(entered);
        TransferException verdict;
        try
        {
            PayloadChange.ThrowIfChanged(payload);
            if (waited < limit)
            {
                return;
            }

            verdict = new TransferException(
                TransferErrorKind.TimedOut,
                $"{payload.Length} bytes were not acknowledged within {waited.TotalSeconds:0} s: the receiver is stuck, or waits for bytes that were not sent");
        }
        catch (TransferException changed)
        {
            verdict = changed;
        }

        // The look takes time: a transfer that has ended since, and the one after it, are none of its business.
        if (Volatile.Read(ref _enteredTimestamp) == entered)
        {
            Verdict = verdict;
            _breakOff();
        }
    }
}
