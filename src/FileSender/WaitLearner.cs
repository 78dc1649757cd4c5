using System.Diagnostics;
using System.Numerics;

namespace FileTransfer.Sending;

/// <summary>Decides for each exchange whether to poll, by the exchanges before it; one exchange at a time.</summary>
internal sealed class WaitLearner(Func<bool> sharesOneProcessor, long limit)
{
    /// <summary>A class for each factor of four, up to 2⁶³ bytes.</summary>
    private readonly SizeClass?[] _classes = new SizeClass?[32];
    private SizeClass? _current;
    private long _began;

    /// <summary>Whether the current exchange polls; false between exchanges.</summary>
    public bool ShouldPoll => _current is { Polls: true };

    public void Begin(long length)
    {
        _current = _classes[BitOperations.Log2((ulong)Math.Max(1, length)) / 2] ??= new SizeClass(sharesOneProcessor, limit);
        _began = Stopwatch.GetTimestamp();
    }

    public void Polled(bool found, long lost) => _current?.Polled(found, lost);

    public void End()
    {
        if (_current is { } current)
        {
            long now = Stopwatch.GetTimestamp();
            current.Add(now - _began, now);
            _current = null;
        }
    }

    /// <summary>What is known of exchanges of one class. Times are Stopwatch ticks.</summary>
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

        /// <summary>Exchanges over which the time that polls lose is held against what so many of them win.</summary>
        private const int Window = 256;

        /// <summary>One long exchange is chance; so many of them in a burst end it.</summary>
        private const int SomeLong = 3;
        private const double Gain = 0.05;
        private const double LeastFound = 0.75;
        private const int Rarely = 100;
        private const int MostPatience = 64;

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

        /// <summary>Time in which other threads had the processor while this one polled, in this burst or window.</summary>
        private long _lost;
        private bool _hasBegun;
        private long _started;
        private long _ended;
        private long _next;
        private long _usual = long.MaxValue;
        private uint _slow;
        private int _patience = 1;

        /// <summary>Medians of the last bursts; a burst that was left out has none.</summary>
        private long? _blocking;
        private long? _polling;

        /// <summary>Whether the next exchange polls.</summary>
        public bool Polls { get; private set; }

        /// <param name="found">Whether the bytes came within the limit.</param>
        /// <param name="lost">Time in which another thread had the processor, when it was longer than the limit; otherwise 0.</param>
        public void Polled(bool found, long lost)
        {
            _lost += lost;
            _found += found ? 1 : 0;
            _expired += found ? 0 : 1;
        }

        public void Add(long time, long now)
        {
            if (!_hasBegun)
            {
                _hasBegun = true;
                _started = now - time;
            }

            if (_isExploring)
            {
                Explore(time, now);
            }
            else
            {
                _count++;
                if (Polls && _lost > Window * (_blocking - _polling))
                {
                    // Blocks at once, and asks again only after a while: every question may cost a time slice.
                    _started = now - Math.Max(time, _ended - _started);
                    _polling = null;
                    Decide(now);
                    return;
                }

                if (_count == Window)
                {
                    _count = 0;
                    _lost = 0;
                }

                _slow = (_slow << 1) | (time > Slower * _usual ? 1u : 0);
                bool isSlower = BitOperations.PopCount(_slow) >= ManyOf32 && now - _ended > SoonestAgain * (_ended - _started);
                if (isSlower || now >= _next)
                {
                    _isExploring = true;
                    _hasOther = false;
                    _started = now;
                    BeginBurst(_choice);
                }
            }
        }

        private void BeginBurst(bool polls)
        {
            Polls = polls;
            _count = _found = _expired = _long = 0;
            _lost = 0;
        }

        private void Explore(long time, long now)
        {
            if (_count >= Ignored)
            {
                _times[_count - Ignored] = time;
            }

            _count++;
            _long += time > LongestInLimits * limit ? 1 : 0;
            // Nothing comes in time: the rest of the burst would cost a limit for each exchange.
            bool isHopeless = Polls && (_lost > Burst * limit || (_found == 0 && _expired >= Ignored / 2));
            if (_count < Burst && !isHopeless && _long < SomeLong)
            {
                return;
            }

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

            Decide(now);
        }

        private void Decide(long now)
        {
            bool choice = _hasOther && _polling is { } polling && _blocking is { } blocking && polling < (1 - Gain) * blocking;
            _patience = choice == _choice ? Math.Min(2 * _patience, MostPatience) : 1;
            _choice = choice;
            _usual = (choice ? _polling : _blocking) ?? long.MaxValue / 16;
            _slow = 0;
            _ended = now;
            _next = now + (Rarely * _patience * Math.Max(1, now - _started));
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
