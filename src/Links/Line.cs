namespace FileTransfer.Links;

/// <summary>One direction of a link: decides what becomes of each packet, and holds it until it is due. It has no clock.</summary>
/// <remarks>
/// A packet is lost by chance first, then by a full queue. What is left waits for the rate behind the packets before it, and
/// then travels for the delay. All memory is allocated at the beginning. Not for several threads at once.
/// </remarks>
internal sealed class Line
{
    /// <summary>Numbers of the chances of one direction.</summary>
    private const int Chances = 3;

    /// <summary>Memory for packets on their way; only what is used is ever touched.</summary>
    private const int Memory = 64 << 20;

    /// <summary>How many lost packets are remembered by number.</summary>
    private const int MostRemembered = 10_000;

    private const long NanosecondsPerSecond = 1_000_000_000;

    private readonly LinkSpec _spec;
    private readonly Chance _loss;
    private readonly Chance _reorder;
    private readonly Chance _duplicate;
    private readonly long _delay;
    private readonly int _slotSize;
    private readonly byte[] _bytes;
    private readonly int[] _lengths;
    private readonly Stack<int> _free;
    private readonly PriorityQueue<int, (long Due, long Order)> _travelling;
    private readonly Queue<long> _departures;
    private readonly List<long> _lost = new(MostRemembered);
    private int _room;
    private long _order;
    private long _lastDeparture = long.MinValue;

    /// <summary>An empty line.</summary>
    /// <param name="spec">What it does.</param>
    /// <param name="direction">0 or 1: the directions of a link lose different packets.</param>
    public Line(LinkSpec spec, int direction)
    {
        _spec = spec;
        _loss = new Chance(spec.Seed, (direction * Chances) + 0, spec.Loss);
        _reorder = new Chance(spec.Seed, (direction * Chances) + 1, spec.Reorder);
        _duplicate = new Chance(spec.Seed, (direction * Chances) + 2, spec.Duplicate);
        _delay = spec.DelayNanoseconds;
        _slotSize = spec.Mtu;
        int slots = Memory / _slotSize;
        _bytes = GC.AllocateUninitializedArray<byte>(slots * _slotSize, pinned: true);
        _lengths = new int[slots];
        _free = new Stack<int>(Enumerable.Range(0, slots).Reverse());
        _travelling = new PriorityQueue<int, (long, long)>(slots);
        _departures = new Queue<long>(spec.Queue);
        _room = _free.Pop();
    }

    /// <summary>What became of the packets.</summary>
    public LineCounters Counters { get; } = new();

    /// <summary>Memory for the next packet, as long as the longest; write into it before <see cref="Offer"/>.</summary>
    public Span<byte> Room => _bytes.AsSpan(_room * _slotSize, _slotSize);

    /// <summary>When the next packet has to leave, in nanoseconds; <see cref="long.MaxValue"/> when none is on its way.</summary>
    public long NextDue => _travelling.TryPeek(out _, out (long Due, long Order) first) ? first.Due : long.MaxValue;

    /// <summary>Numbers of the first packets that were lost by chance, from 0.</summary>
    public long[] Lost
    {
        get
        {
            lock (_lost)
            {
                return [.. _lost];
            }
        }
    }

    /// <summary>Takes the packet in <see cref="Room"/>.</summary>
    /// <param name="length">Its length in bytes.</param>
    /// <param name="now">When it came, in nanoseconds; never before the packet before it.</param>
    public void Offer(int length, long now)
    {
        long packet = Counters.Offered++;
        if (_loss.Happens(packet))
        {
            Counters.Lost++;
            Remember(packet);
            return;
        }

        if (!TryDepart(length, now, out long departure))
        {
            Counters.Overflowed++;
            return;
        }

        if (!_free.TryPop(out int next))
        {
            Counters.Overrun++;
            return;
        }

        (int slot, _room) = (_room, next);
        _lengths[slot] = length;
        bool isAhead = _reorder.Happens(packet);
        Counters.Reordered += isAhead ? 1 : 0;
        long due = isAhead ? departure : departure + _delay;
        _travelling.Enqueue(slot, (due, _order++));
        if (_duplicate.Happens(packet))
        {
            Copy(slot, due);
        }
    }

    /// <summary>Takes out the packet that is due first, if it is; give it back by <see cref="Release"/>.</summary>
    /// <param name="now">The time, in nanoseconds.</param>
    /// <param name="slot">Where it is, for <see cref="Packet"/>.</param>
    /// <param name="due">When it was due.</param>
    public bool TryTake(long now, out int slot, out long due)
    {
        due = 0;
        if (!_travelling.TryPeek(out slot, out (long Due, long Order) first) || first.Due > now)
        {
            return false;
        }

        _travelling.Dequeue();
        due = first.Due;
        return true;
    }

    /// <summary>The bytes of a packet that was taken out.</summary>
    public ReadOnlySpan<byte> Packet(int slot) => _bytes.AsSpan(slot * _slotSize, _lengths[slot]);

    /// <summary>Gives back the memory of a packet that was taken out.</summary>
    public void Release(int slot) => _free.Push(slot);

    /// <summary>When a packet has left the queue; false when the queue is full.</summary>
    private bool TryDepart(int length, long now, out long departure)
    {
        departure = now;
        if (_spec.BitsPerSecond is not { } rate)
        {
            return true;
        }

        while (_departures.TryPeek(out long first) && first <= now)
        {
            _departures.Dequeue();
        }

        if (_departures.Count >= _spec.Queue)
        {
            return false;
        }

        departure = Math.Max(now, _lastDeparture) + (length * 8 * NanosecondsPerSecond / rate);
        _lastDeparture = departure;
        _departures.Enqueue(departure);
        return true;
    }

    private void Copy(int slot, long due)
    {
        if (!_free.TryPop(out int copy))
        {
            Counters.Overrun++;
            return;
        }

        Packet(slot).CopyTo(_bytes.AsSpan(copy * _slotSize));
        _lengths[copy] = _lengths[slot];
        _travelling.Enqueue(copy, (due, _order++));
        Counters.Duplicated++;
    }

    private void Remember(long packet)
    {
        lock (_lost)
        {
            if (_lost.Count < MostRemembered)
            {
                _lost.Add(packet);
            }
        }
    }
}
