using System.Diagnostics;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Files;

namespace FileTransfer.Strategies.Wire;

/// <summary>
/// Ends a transfer that will not end by itself: makes its system call return when the file changed, or when the transfer takes
/// longer than the slowest supported link would need.
/// </summary>
/// <remarks>
/// One state word names the current transfer. The guard claims the transfer that it checked by compare-and-exchange, and the
/// transfer leaves by exchange, so exactly one of them comes first: a transfer that has left is never ended, nor is the next one,
/// and a claimed transfer fails when it leaves. A transfer pays two writes and one interlocked operation, and allocates nothing.
/// </remarks>
internal sealed class StallGuard : IDisposable
{
    /// <summary>Rate of the slowest link on which a transfer does not count as stuck.</summary>
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
    /// Start of the current transfer, which identifies it: a transfer takes longer than a tick, so no two start at the same one.
    /// <see cref="Idle"/> between transfers; <see cref="BrokenOff"/> until an ended transfer leaves, <see cref="Over"/> afterwards.
    /// </summary>
    private long _state;

    /// <param name="breakOff">Makes the system call in which the transfer waits return; called once, on a pool thread.</param>
    /// <param name="timeout">Longest wait in addition to the time that the slowest link needs.</param>
    /// <param name="interval">Time between two checks.</param>
    /// <param name="throwIfChanged">Checks the file; tests replace it to act between a check and its consequence.</param>
    public StallGuard(Action breakOff, TimeSpan timeout, TimeSpan interval, Action<Payload>? throwIfChanged = null)
    {
        _breakOff = breakOff;
        _timeout = timeout;
        _throwIfChanged = throwIfChanged ?? PayloadChange.ThrowIfChanged;
        _timer = new Timer(_ => Check(), state: null, interval, interval);
    }

    /// <summary>The reason for which a transfer was ended; null while none was.</summary>
    public TransferException? Verdict => Volatile.Read(ref _state) < Idle ? _verdict : null;

    /// <summary>True between <see cref="Enter"/> and <see cref="Leave"/>.</summary>
    public bool IsWithinTransfer => Volatile.Read(ref _state) is > Idle or BrokenOff;

    /// <summary>Starts to guard a transfer.</summary>
    /// <exception cref="TransferException">An earlier transfer was ended, and its connection with it.</exception>
    public void Enter(Payload payload)
    {
        if (_state < Idle)
        {
            throw new TransferException(
                TransferErrorKind.OutOfStep,
                $"an earlier transfer on this connection was ended ({_verdict!.Message}); connect again",
                _verdict);
        }

        _payload = payload;
        // Written last: a thread that reads this state also reads its payload.
        Volatile.Write(ref _state, Stopwatch.GetTimestamp());
    }

    /// <summary>Ends the guard of the transfer.</summary>
    /// <exception cref="TransferException">The guard has ended the transfer, even if its acknowledgement has come: the
    /// connection is closed.</exception>
    public void Leave()
    {
        if (!TryLeave())
        {
            throw _verdict!;
        }
    }

    /// <summary>Stops checking, after waiting for a check in progress.</summary>
    public void Dispose()
    {
        _ = TryLeave();
        _timer.Dispose();
        lock (_checking)
        {
        }
    }

    /// <summary>False when the guard has claimed the transfer first.</summary>
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
        // A check that takes longer than the interval is not joined by the next one.
        if (_checking.TryEnter())
        {
            try
            {
                CheckTransfer();
            }
            finally
            {
                _checking.Exit();
            }
        }
    }

    private void CheckTransfer()
    {
        long entered = Volatile.Read(ref _state);
        if (entered <= Idle)
        {
            return;
        }

        // The payload of a later transfer if this one ends meanwhile; then the compare-and-exchange below fails.
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
                $"{payload.Length} bytes were not acknowledged within {waited.TotalSeconds:0} s: "
                + "the receiver is stuck, or waits for bytes that were not sent");
        }
        catch (TransferException changed)
        {
            verdict = changed;
        }

        // Written before the state, which publishes it.
        _verdict = verdict;
        if (Interlocked.CompareExchange(ref _state, BrokenOff, entered) == entered)
        {
            _breakOff();
        }
    }
}
