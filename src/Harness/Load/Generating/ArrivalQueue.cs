namespace FileTransfer.Harness.Load.Generating;

/// <summary>A transfer that is to be made.</summary>
/// <param name="Due">Stopwatch timestamp of its intended start.</param>
/// <param name="Size">Number of its size.</param>
internal readonly record struct Arrival(long Due, int Size);

/// <summary>
/// The transfers of a load in the order in which they are due. Any thread takes the next one as soon as it is due; each is taken once.
/// </summary>
internal sealed class ArrivalQueue : IDisposable
{
    private readonly Lock _lock = new();
    private readonly CancellationTokenSource _stopped = new();
    private readonly RateSchedule? _schedule;
    private readonly SizeMix _mix;
    private readonly long _start;
    private readonly long _end;
    private readonly long _patience;
    private long _left;
    private long _next;
    private bool _isOver;

    /// <param name="schedule">When transfers are due; null for a closed loop, in which the next one is always due.</param>
    /// <param name="mix">Chooses sizes.</param>
    /// <param name="start">Timestamp of the start.</param>
    /// <param name="end">Timestamp from which on nothing more is due.</param>
    /// <param name="most">Most transfers.</param>
    /// <param name="patience">Ticks after the end in which transfers that were due before are still taken.</param>
    public ArrivalQueue(RateSchedule? schedule, SizeMix mix, long start, long end, long most, long patience)
    {
        (_schedule, _mix, _start, _end, _left, _patience) = (schedule, mix, start, end, most, patience);
        _next = Following();
        Stopped = _stopped.Token;
    }

    /// <summary>Cancelled when nothing more is to be taken.</summary>
    public CancellationToken Stopped { get; }

    /// <summary>True when nothing more is to be taken.</summary>
    public bool IsOver => Volatile.Read(ref _isOver);

    /// <summary>When the next transfer is due; long.MaxValue when there is none.</summary>
    public long NextDue => Volatile.Read(ref _next);

    /// <summary>Takes the next transfer if it is due.</summary>
    public bool TryTake(long now, out Arrival arrival)
    {
        lock (_lock)
        {
            arrival = default;
            if (_isOver || _next > now)
            {
                return false;
            }

            bool isTooLate = _schedule is null ? now >= _end : now >= SaturatedEnd();
            if (_left == 0 || _next >= _end || isTooLate)
            {
                End();
                return false;
            }

            // In a closed loop a transfer is due when somebody has time for it.
            arrival = new Arrival(_schedule is null ? now : _next, _mix.Next());
            _left--;
            _next = Following();
            if (_left == 0 || _next >= _end)
            {
                End();
            }

            return true;
        }
    }

    /// <summary>Ends it; what is under way goes on.</summary>
    public void Stop()
    {
        lock (_lock)
        {
            End();
        }
    }

    /// <summary>Counts the transfers that were due before an instant and that nobody took. Call it once, when it is over.</summary>
    public long CountLeft(long until)
    {
        lock (_lock)
        {
            long count = 0;
            for (long limit = Math.Min(until, _end); _schedule is not null && _left > 0 && _next < limit; _left--)
            {
                count++;
                _next = Following();
            }

            return count;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _stopped.Dispose();

    private void End()
    {
        if (!_isOver)
        {
            Volatile.Write(ref _isOver, true);
            _stopped.Cancel();
        }
    }

    private long Following() => _start + (_schedule is null ? 0 : StopwatchTicksOf(_schedule.Next()));

    private long SaturatedEnd() => _end > long.MaxValue - _patience ? long.MaxValue : _end + _patience;

    private static long StopwatchTicksOf(long nanoseconds) =>
        (long)((Int128)nanoseconds * System.Diagnostics.Stopwatch.Frequency / 1_000_000_000);
}

/// <summary>
/// The instants at which transfers are to begin, in nanoseconds from the start: evenly spaced, or those of a Poisson process.
/// </summary>
/// <remarks>Every instant is computed from the start, so that rounding does not add up. The same seed gives the same instants.</remarks>
/// <param name="perSecond">Transfers per second.</param>
/// <param name="isPoisson">True for independent arrivals, false for even ones.</param>
/// <param name="seed">Seed of the arrivals of a Poisson process.</param>
internal sealed class RateSchedule(double perSecond, bool isPoisson, int seed)
{
    private const double NanosecondsPerSecond = 1e9;

    private readonly Random _random = new(seed);
    private readonly double _interval = NanosecondsPerSecond / perSecond;
    private double _elapsed;
    private long _index;

    /// <summary>The next instant.</summary>
    public long Next()
    {
        if (!isPoisson)
        {
            return (long)(_index++ * _interval);
        }

        // The time between arrivals of a Poisson process is exponentially distributed; NextDouble is never 1.
        _elapsed += -Math.Log(1 - _random.NextDouble()) * _interval;
        return (long)_elapsed;
    }
}

/// <summary>Chooses sizes by weight; the same seed gives the same sizes.</summary>
/// <param name="weights">Weight of each size, above 0.</param>
/// <param name="seed">Seed of the choice.</param>
internal sealed class SizeMix(IReadOnlyList<double> weights, int seed)
{
    private readonly Random _random = new(seed);
    private readonly double _sum = weights.Sum();

    /// <summary>Number of the next size.</summary>
    public int Next()
    {
        if (weights.Count == 1)
        {
            return 0;
        }

        double left = _random.NextDouble() * _sum;
        int size = 0;
        while (size < weights.Count - 1 && left >= weights[size])
        {
            left -= weights[size++];
        }

        return size;
    }
}
