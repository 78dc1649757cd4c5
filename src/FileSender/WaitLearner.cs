using System.Diagnostics;
using System.Numerics;
using System.Runtime;

namespace FileTransfer.Sending;

/// <summary>Decides for each exchange whether to poll, by the exchanges before it; one exchange at a time.</summary>
internal sealed class WaitLearner(Func<bool> sharesOneProcessor, long limit)
{
    /// <summary>A class for each factor of four, up to 2⁶³ bytes.</summary>
    private readonly SizeClass?[] _classes = new SizeClass?[32];
    private SizeClass? _current;
    private long _began;

    /// <summary>What compiling had taken when a processor was last lost.</summary>
    private TimeSpan _compiled;

    /// <summary>Whether the current exchange polls; false between exchanges.</summary>
    public bool ShouldPoll => _current is { Polls: true };

    public void Begin(long length)
    {
        _current = _classes[BitOperations.Log2((ulong)Math.Max(1, length)) / 2] ??= new SizeClass(sharesOneProcessor, limit);
        _began = Stopwatch.GetTimestamp();
    }

    /// <inheritdoc cref="SizeClass.Polled"/>
    public void Polled(bool found, long lost)
    {
        long compiling = 0;
        if (lost > 0)
        {
            TimeSpan compiled = JitInfo.GetCompilationTime();
            compiling = (long)((compiled - _compiled).TotalSeconds * Stopwatch.Frequency);
            _compiled = compiled;
        }

        _current?.Polled(found, lost, compiling);
    }

    public void End()
    {
        if (_current is { } current)
        {
            current.Add(Stopwatch.GetTimestamp() - _began);
            _current = null;
        }
    }

    /// <summary>
    /// What is known of exchanges of one class. Times are Stopwatch ticks, and its clock runs in exchanges only: what a question costs is
    /// held against the time that exchanges take, however long the pauses between them are.
    /// </summary>
    internal sealed class SizeClass(Func<bool> sharesOneProcessor, long limit)
    {
        internal const int Burst = 32;

        /// <summary>
        /// Exchanges at the start of a burst that are not counted: the scheduler moves threads for a while after a change.
        /// </summary>
        internal const int Ignored = 8;

        /// <summary>
        /// A poll can shorten an exchange by its limit at most: beyond this many limits, by less than <see cref="Gain"/>.
        /// </summary>
        private const int LongestInLimits = 20;

        /// <summary>
        /// Polling ends when it has lost more than it has won and will win in so many exchanges; what was won counts up to
        /// <see cref="MostCredit"/> times that.
        /// </summary>
        private const int Window = 512;
        private const int MostCredit = 4;

        /// <summary>One long exchange is chance; so many of them in a burst end it.</summary>
        private const int SomeLong = 3;
        private const double Gain = 0.05;
        private const double LeastFound = 0.75;

        /// <summary>
        /// A question is asked again after so many times what it took: sooner at first, since code is still being compiled then, which
        /// also takes the processor away; then twice as long each time, and beyond a hundred times only while the answer stays the same.
        /// </summary>
        private const int Rarely = 100;
        private const int RarelyAtFirst = 10;
        private const int MostRarely = 64 * Rarely;

        /// <summary>Exchanges are slower than usual when so many of the last 32 took <see cref="Slower"/> times the usual time.</summary>
        private const int ManyOf32 = 24;
        private const double Slower = 1.3;
        private const int SoonestAgain = 10;

        private readonly long[] _times = new long[Burst - Ignored];
        private bool _isExploring = true;
        private bool _choice;
        private bool _hasOther;
        private int _count;
        private int _found;
        private int _expired;
        private int _long;

        /// <summary>
        /// Time in which other threads had the processor while this one polled, in this burst; afterwards less what polling won.
        /// </summary>
        private long _lost;

        /// <summary>Time of all exchanges so far.</summary>
        private long _now;
        private long _answered;

        /// <summary>What the last question cost at most: a limit for each exchange, and the time that was lost.</summary>
        private long _cost;
        private long _next;
        private long _usual = long.MaxValue;
        private uint _slow;
        private int _patience = RarelyAtFirst;

        /// <summary>Medians of the last bursts; a burst that was left out has none.</summary>
        private long? _blocking;
        private long? _polling;

        /// <summary>Whether the next exchange polls.</summary>
        public bool Polls { get; private set; }

        /// <param name="found">Whether the bytes came within the limit.</param>
        /// <param name="lost">Time in which another thread had the processor, when it was longer than the limit; otherwise 0.</param>
        /// <param name="compiling">
        /// What compiling took since the last loss, which is not held against polling: it comes to an end, and would only come later if
        /// this end blocked.
        /// </param>
        public void Polled(bool found, long lost, long compiling = 0)
        {
            // A method may take several time slices, and is counted at its end.
            _lost = Math.Max(Math.Min(_lost, 0), _lost + lost - compiling);
            _found += found ? 1 : 0;
            _expired += found ? 0 : 1;
        }

        public void Add(long time)
        {
            _now += time;
            if (_isExploring)
            {
                Explore(time);
            }
            else
            {
                if (Polls && HasLostTooMuch())
                {
                    // Blocks at once, and asks again only after a while: every question may cost a time slice.
                    _cost = Math.Max(_cost, _lost);
                    _polling = null;
                    Decide();
                    return;
                }

                _slow = (_slow << 1) | (time > Slower * _usual ? 1u : 0);
                bool isSlower = BitOperations.PopCount(_slow) >= ManyOf32 && _now - _answered > SoonestAgain * _cost;
                if (isSlower || _now >= _next)
                {
                    _isExploring = true;
                    _hasOther = false;
                    _cost = 0;
                    BeginBurst(_choice);
                }
            }
        }

        private bool HasLostTooMuch()
        {
            long won = _blocking - _polling ?? 0;
            _lost = Math.Max(_lost - won, -MostCredit * Window * won);
            return _lost > Window * won;
        }

        private void BeginBurst(bool polls)
        {
            Polls = polls;
            _count = _found = _expired = _long = 0;
            _lost = 0;
        }

        private void Explore(long time)
        {
            if (_count >= Ignored)
            {
                _times[_count - Ignored] = time;
            }

            _count++;
            _cost += Math.Min(time, limit);
            _long += time > LongestInLimits * limit ? 1 : 0;
            // Nothing comes in time: the rest of the burst would cost a limit for each exchange.
            bool isHopeless = Polls && (_lost > Burst * limit || (_found == 0 && _expired >= Ignored / 2));
            if (_count < Burst && !isHopeless && _long < SomeLong)
            {
                return;
            }

            _cost += _lost;
            if (Polls)
            {
                _polling = isHopeless || _found < LeastFound * (_found + _expired) ? null : Median() + (_lost / _count);
            }
            else
            {
                _blocking = Median();
            }

            if (!_hasOther && MayBeginOther)
            {
                _hasOther = true;
                BeginBurst(!Polls);
                return;
            }

            Decide();
        }

        private void Decide()
        {
            bool choice = _hasOther && _polling is { } polling && _blocking is { } blocking && polling < (1 - Gain) * blocking;
            bool isSame = choice == _choice;
            _choice = choice;
            _usual = (choice ? _polling : _blocking) ?? long.MaxValue / 16;
            _slow = 0;
            _answered = _now;
            _next = _now + (_patience * Math.Max(1, _cost));
            _patience = Math.Min(2 * _patience, isSame ? MostRarely : Rarely);
            _isExploring = false;
            BeginBurst(choice);
        }

        /// <summary>Whether the other burst can say anything: one that blocks always can.</summary>
        private bool MayBeginOther => Polls || (_long < SomeLong && !sharesOneProcessor());

        private long Median()
        {
            Span<long> times = _times.AsSpan(0, Math.Max(0, _count - Ignored));
            if (times.IsEmpty)
            {
                return _times[0] = long.MaxValue / 16;
            }

            times.Sort();
            return times[times.Length / 2];
        }
    }
}
