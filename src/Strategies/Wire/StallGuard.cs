using System.Diagnostics;
using System.Net.Sockets;

namespace FileTransfer.Strategies.Wire;

/// <summary>
/// Ends a transfer that will not end by itself: closes the socket when the file changed, or when nothing can explain
/// the time any more. Costs two field writes a transfer.
/// </summary>
internal sealed class StallGuard : IDisposable
{
    /// <summary>Slowest link a transfer is allowed to be on, before it counts as stuck.</summary>
    private const double SlowestBytesPerSecond = 10e6;

    private readonly Socket _socket;
    private readonly TimeSpan _timeout;
    private readonly Timer _timer;
    private volatile Payload? _payload;
    private long _enteredTimestamp;

    public StallGuard(Socket socket, TimeSpan timeout, TimeSpan interval)
    {
        _socket = socket;
        _timeout = timeout;
        _timer = new Timer(_ => Check(), state: null, interval, interval);
    }

    /// <summary>Why the socket was closed, or null while it was not.</summary>
    public TransferException? Verdict { get; private set; }

    public void Enter(Payload payload)
    {
        Volatile.Write(ref _enteredTimestamp, Stopwatch.GetTimestamp());
        _payload = payload;
    }

    public void Leave() => _payload = null;

    public void Dispose() => _timer.Dispose();

    private void Check()
    {
        if (_payload is not { } payload || Verdict is not null)
        {
            return;
        }

        TimeSpan limit = _timeout + TimeSpan.FromSeconds(payload.Length / SlowestBytesPerSecond);
        TimeSpan waited = Stopwatch.GetElapsedTime(Volatile.Read(ref _enteredTimestamp));
        try
        {
            PayloadChange.ThrowIfChanged(payload);
            if (waited < limit)
            {
                return;
            }

            Verdict = new TransferException(
                TransferErrorKind.TimedOut,
                $"{payload.Length} bytes were not acknowledged within {waited.TotalSeconds:0} s: the receiver is stuck, or waits for bytes that were not sent");
        }
        catch (TransferException changed)
        {
            Verdict = changed;
        }

        _socket.Dispose();
    }
}
