using System.Globalization;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Rpc;

namespace FileTransfer.Server.Rpc;

/// <summary>The messages that were asked for, made once: a client's first call waits for that, and no later one does.</summary>
/// <remarks>
/// Messages that exist have a budget, whether they wait for the next call or are being sent. What has no room within it is refused.
/// </remarks>
/// <param name="mostMemory">Bytes of all messages that exist, their compressed forms and their copies on the way included.</param>
/// <param name="make">Makes the message of so much data.</param>
internal sealed class MessageStore(long mostMemory, Func<PayloadContent, int, PreparedMessage> make) : IDisposable
{
    /// <summary>Bytes of the budget that a server has unless it is told another.</summary>
    public const long UsualMemory = 512L << 20;

    /// <summary>While a message is compressed, there are the memory to compress into and its copy of the right length.</summary>
    private const int FormsWhilePacking = 2;

    private readonly Lock _lock = new();
    private readonly Dictionary<(PayloadContent Content, int Length), Entry> _entries = [];
    /// <summary>The one that was asked for last is the first.</summary>
    private readonly LinkedList<Entry> _recent = [];
    private long _used;
    private bool _isDisposed;

    /// <summary>A store of so many bytes, which makes messages of generated data.</summary>
    public MessageStore(long mostMemory = UsualMemory)
        : this(mostMemory, static (content, length) => new PreparedMessage(content, length))
    {
    }

    /// <summary>Bytes of all messages that exist.</summary>
    public long Used
    {
        get
        {
            lock (_lock)
            {
                return _used;
            }
        }
    }

    /// <summary>Lends the message of so much data, until what is returned is disposed of.</summary>
    /// <param name="content">Kind of the data.</param>
    /// <param name="length">Length of the data.</param>
    /// <param name="copies">How often the data is copied as a whole to send it.</param>
    /// <exception cref="RpcException">There is no room for it beside the messages that are being sent.</exception>
    /// <exception cref="ObjectDisposedException">The server has stopped.</exception>
    public LentMessage Lend(PayloadContent content, int length, int copies = 0)
    {
        (PayloadContent, int) key = (content, length);
        long ofCopies = (long)copies * length;
        Entry entry;
        lock (_lock)
        {
            ObjectDisposedException.ThrowIf(_isDisposed, this);
            if (_entries.TryGetValue(key, out Entry? known))
            {
                entry = known;
                entry.Users++;
                try
                {
                    Take(ofCopies);
                }
                catch
                {
                    entry.Users--;
                    throw;
                }

                _recent.Remove(entry);
            }
            else
            {
                Take(length + ofCopies);
                entry = new Entry(key, new Lazy<PreparedMessage>(() => make(content, length))) { Users = 1, Bytes = length };
                _entries.Add(key, entry);
            }

            _recent.AddFirst(entry);
        }

        try
        {
            return new LentMessage(entry.Message.Value, () => Pack(entry), () => Return(entry, ofCopies));
        }
        catch
        {
            // A Lazy keeps what its making threw: the next call tries again.
            lock (_lock)
            {
                Forget(entry);
            }

            Return(entry, ofCopies);
            throw;
        }
    }

    /// <summary>Lets go of every message; call it when no receiver hands any out any more.</summary>
    public void Dispose()
    {
        lock (_lock)
        {
            _isDisposed = true;
            foreach (Entry entry in _recent.ToArray())
            {
                Forget(entry);
            }
        }
    }

    private byte[] Pack(Entry entry)
    {
        // One at a time for each message: those who wait need no memory.
        lock (entry.Packing)
        {
            PreparedMessage message = entry.Message.Value;
            if (entry.IsPacked)
            {
                return message.Packed;
            }

            long taken = FormsWhilePacking * message.Length;
            lock (_lock)
            {
                Take(taken);
            }

            long kept = 0;
            try
            {
                byte[] packed = message.Packed;
                kept = packed.Length;
                entry.IsPacked = true;
                return packed;
            }
            finally
            {
                lock (_lock)
                {
                    entry.Bytes += kept;
                    _used += kept - taken;
                }
            }
        }
    }

    private void Return(Entry entry, long ofCopies)
    {
        lock (_lock)
        {
            _used -= ofCopies;
            entry.Users--;
            if (entry.IsForgotten && entry.Users == 0)
            {
                _used -= entry.Bytes;
            }
        }
    }

    /// <summary>Takes so many bytes of the budget, from messages that nobody is sent where there are too few.</summary>
    private void Take(long bytes)
    {
        LinkedListNode<Entry>? oldest = _recent.Last;
        while (_used + bytes > mostMemory && oldest is not null)
        {
            LinkedListNode<Entry>? next = oldest.Previous;
            if (oldest.Value.Users == 0)
            {
                Forget(oldest.Value);
            }

            oldest = next;
        }

        if (_used + bytes > mostMemory)
        {
            throw new RpcException(
                RpcCode.ResourceExhausted,
                TransferErrorKind.Rejected,
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"the message needs {bytes} bytes, and {_used} of the {mostMemory} of --max-messages are being sent; ask again later"));
        }

        _used += bytes;
    }

    private void Forget(Entry entry)
    {
        if (entry.IsForgotten)
        {
            return;
        }

        entry.IsForgotten = true;
        _recent.Remove(entry);
        _entries.Remove(entry.Key);
        if (entry.Users == 0)
        {
            _used -= entry.Bytes;
        }
    }

    /// <summary>A message that exists, or is being made.</summary>
    private sealed class Entry((PayloadContent Content, int Length) key, Lazy<PreparedMessage> message)
    {
        public (PayloadContent Content, int Length) Key => key;

        public Lazy<PreparedMessage> Message => message;

        public Lock Packing { get; } = new();

        public bool IsPacked { get; set; }

        public int Users { get; set; }

        public long Bytes { get; set; }

        public bool IsForgotten { get; set; }
    }
}
