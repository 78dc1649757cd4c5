using System.Diagnostics;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;

namespace FileTransfer.Strategies.Wire;

/// <summary>
/// Ends a transfer that will not end by itself: breaks off its system call when the file changed, or when nothing can
/// explain the time any more.
/// </summary>
/// <remarks>
/// One word says which transfer is under way. The guard takes the transfer it judged by compare-and-exchange, and the transfer
/// leaves by exchange, so exactly one of them comes first: a transfer that has left is never broken off, nor is the next one, and a
/// transfer that was taken fails when it leaves. That costs a transfer two writes and one interlocked operation on a cache line of
/// its own, about 5 ns, and nothing is allocated.
/// </remarks>
internal sealed class StallGuard : IDisposable
{
    /// <summary>Slowest link a transfer is allowed to be on, before it counts as stuck.</summary>
    private const double SlowestBytesPerSecond = 10e6;

    private const long Idle = 0;
    private const long BrokenOff = -1;
    private const long Over = -2;

    private readonly Action _breakOff;
    private readonly Action<Payload> _throwIfChanged;
    private readonly Lock _checking = new();
    private readonly TimeSpan _timeout;
    private readonly Timer _timer;
    private Payload? _payload;
    private TransferException? _verdict;

    /// <summary>
    /// When the transfer under way began, which names it: a transfer takes longer than a tick, so no two begin at the same one. Or
    /// <see cref="Idle"/>; or <see cref="BrokenOff"/> until that transfer leaves, and <see cref="Over"/> from then on.
    /// </summary>
    private long _state;

    /// <param name="breakOff">Makes the system call that the transfer waits in return; called once, on a thread of the pool.</param>
    /// <param name="timeout">Longest wait beside the time that a slow link needs.</param>
    /// <param name="interval">Time between two looks.</param>
    /// <param name="throwIfChanged">Looks at the file; tests take its place to act between a look and its consequence.</param>
    public StallGuard(Action breakOff, TimeSpan timeout, TimeSpan interval, Action<Payload>? throwIfChanged = null)
    {
        _breakOff = breakOff;
        _timeout = timeout;
        _throwIfChanged = throwIfChanged ?? PayloadChange.ThrowIfChanged;
        _timer = new Timer(_ => Check(), state: null, interval, interval);
    }

    /// <summary>Why a transfer was broken off, or null while none was.</summary>
    public TransferException? Verdict => Volatile.Read(ref _state) < Idle ? _verdict : null;

    /// <summary>True between <see cref="Enter"/> and <see cref="Leave"/>.</summary>
    public bool IsWithinTransfer => Volatile.Read(ref _state) is > Idle or BrokenOff;

    /// <summary>A transfer begins.</summary>
    /// <exception cref="TransferException">An earlier one was broken off, and its connection with it.</exception>
    public void Enter(Payload payload)
    {
        if (_state < Idle)
        {
            throw _verdict!;
        }

        _payload = payload;
        // Published last: who reads this state finds its payload.
        Volatile.Write(ref _state, Stopwatch.GetTimestamp());
    }

    /// <summary>The transfer is over.</summary>
    /// <exception cref="TransferException">It was broken off, though its acknowledgement may have come: its connection is gone.</exception>
    public void Leave()
    {
        if (!TryLeave())
        {
            throw _verdict!;
        }
    }

    /// <summary>Looks no more; a look that is under way is waited for.</summary>
    public void Dispose()
    {
        _ = TryLeave();
        _timer.Dispose();
        lock (_checking)
        {
        }
    }

    /// <summary>False when the guard came first.</summary>
    private bool TryLeave()
    {
        if (Interlocked.Exchange(ref _state, Idle) >= Idle)
        {
            return true;
        }

        Volatile.Write(ref _state, Over);
        return false;
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
        long entered = Volatile.Read(ref _state);
        if (entered <= Idle)
        {
            return;
        }

        // That of a later transfer, if this one ends meanwhile; then nothing comes of the look.
        Payload payload = _payload!;
        TransferException verdict;
        try
        {
            _throwIfChanged(payload);
            TimeSpan limit = _timeout + TimeSpan.FromSeconds(payload.Length / SlowestBytesPerSecond);
            TimeSpan waited = Stopwatch.GetElapsedTime(entered);
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

        // Before the state, which tells that there is a verdict.
        _verdict = verdict;
        if (Interlocked.CompareExchange(ref _state, BrokenOff, entered) == entered)
        {
            _breakOff();
        }
    }
}
