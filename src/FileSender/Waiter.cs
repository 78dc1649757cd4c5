using System.Diagnostics;
using System.Net.Sockets;
using System.Runtime.CompilerServices;

namespace FileTransfer.Sending;

/// <summary>Waits for a peer's bytes, on one connection, as a <see cref="Wait"/> says.</summary>
/// <remarks>
/// <para>
/// Call <see cref="Begin"/> before an exchange (a file and its answer), <see cref="Receive"/> or <see cref="ReceiveAsync"/> for the
/// answer, and <see cref="End"/> when it is complete. <see cref="WaitMode.Learn"/> needs both ends of an exchange, because it
/// compares whole exchanges: a thread that polls stays on its processor, which can help the wait and hurt the transfer.
/// </para>
/// <para>
/// It learns for each class of lengths apart (a factor of four), by bursts of exchanges that block and bursts that poll, beside each
/// other in time. Polling is chosen when its median is at least 5 % shorter and three of four polls found their bytes in time. It is
/// never chosen when both ends can only run on one processor, and not tried where an exchange takes more than twenty times the limit,
/// which a poll could not shorten by 5 %. Nor is it chosen where polls lose more time to other threads that take their processor than
/// they win: beside busy neighbours a thread that yields waits for a whole time slice, and one that blocks is woken at once.
/// The question is put again after ten times as long as the answer took, then after twice as long each time; beyond a hundred times
/// only while the answer stays the same, and sooner when exchanges become slower than they were. What the compiler takes is not held
/// against polls.
/// </para>
/// <para>
/// It yields its processor between two questions. A poll that does not can keep the peer from the processor that it waits for, until the
/// limit: at 1 KiB the 99th percentile was 230 µs without yielding, and 75 µs with it.
/// </para>
/// <para>One exchange at a time. Allocates nothing after the first exchange of a class.</para>
/// </remarks>
public sealed class Waiter
{
    private readonly Wait _wait;
    private readonly Func<bool> _hasArrived;
    private readonly Socket? _socket;
    private readonly WaitLearner? _learner;
    private readonly long _limit;
    private readonly bool _yields;

    /// <summary>Makes a waiter for something else than a socket.</summary>
    /// <param name="wait">How to wait.</param>
    /// <param name="hasArrived">True when a read would not wait, because bytes, the end of the stream or an error are there.</param>
    /// <param name="sharesOneProcessor">True when both ends can only run on one processor; null when that is unknown.</param>
    public Waiter(Wait wait, Func<bool> hasArrived, Func<bool>? sharesOneProcessor = null)
    {
        _wait = wait;
        _hasArrived = hasArrived;
        _limit = (long)(wait.Limit.TotalSeconds * Stopwatch.Frequency);
        _yields = wait.Mode is WaitMode.Yield or WaitMode.Learn;
        _learner = wait.Mode == WaitMode.Learn ? new WaitLearner(sharesOneProcessor ?? (static () => false), _limit) : null;
    }

    /// <summary>Makes a waiter for a connected socket.</summary>
    public Waiter(Wait wait, Socket socket)
        : this(wait, () => HasArrived(socket), () => SharedProcessor.IsOnlyOneOf(socket)) => _socket = socket;

    /// <summary>Number of polls that found bytes before their limit.</summary>
    public long Found { get; private set; }

    /// <summary>Number of polls that reached their limit.</summary>
    public long Expired { get; private set; }

    /// <summary>Begins an exchange.</summary>
    /// <param name="length">Bytes that are sent in it: exchanges of similar length are compared.</param>
    public void Begin(long length) => _learner?.Begin(length);

    /// <summary>Ends the exchange: its answer is complete.</summary>
    public void End() => _learner?.End();

    /// <summary>Polls until bytes have arrived or the limit is reached, when the wait is one that polls.</summary>
    public void Poll()
    {
        if (_wait.Mode == WaitMode.Block || _learner is { ShouldPoll: false })
        {
            return;
        }

        bool found = _hasArrived();
        long now = Stopwatch.GetTimestamp();
        long end = now + _limit;
        long longest = 0;
        while (!found && now < end)
        {
            if (_yields)
            {
                _ = Thread.Yield();
            }

            found = _hasArrived();
            long then = now;
            now = Stopwatch.GetTimestamp();
            longest = Math.Max(longest, now - then);
        }

        Found += found ? 1 : 0;
        Expired += found ? 0 : 1;
        // Between two questions another thread had the processor for longer than the whole poll may take: a busy neighbour.
        _learner?.Polled(found, lost: longest > _limit ? longest : 0);
    }

    /// <summary>Polls, and receives at least one byte; 0 at the end of the stream.</summary>
    /// <exception cref="SocketException">The connection was lost, or nothing came within the socket's ReceiveTimeout.</exception>
    /// <exception cref="InvalidOperationException">The waiter has no socket.</exception>
    public int Receive(Span<byte> buffer)
    {
        Poll();
        return Socket.Receive(buffer);
    }

    /// <summary>Polls on the calling thread, and receives at least one byte; 0 at the end of the stream.</summary>
    /// <exception cref="SocketException">The connection was lost.</exception>
    /// <exception cref="InvalidOperationException">The waiter has no socket.</exception>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    public ValueTask<int> ReceiveAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
    {
        Poll();
        return Socket.ReceiveAsync(buffer, cancellationToken);
    }

    private Socket Socket =>
        _socket ?? throw new InvalidOperationException("this waiter was made without a socket: read from what it watches");

    /// <summary>True also after an error, which the next receive reports.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool HasArrived(Socket socket)
    {
        try
        {
            return socket.Available > 0;
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            return true;
        }
    }
}
