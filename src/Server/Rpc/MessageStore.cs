using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Server.Rpc;

/// <summary>The messages that were asked for, made once: a client's first call waits for that, and no later one does.</summary>
/// <param name="mostMemory">Bytes that are kept at most, each message counted twice because it may be kept compressed
/// too, and the one asked for last excepted.</param>
/// <param name="make">Makes the message of so much data.</param>
internal sealed class MessageStore(long mostMemory, Func<PayloadContent, int, PreparedMessage> make) : IDisposable
{
    private const long MostMemory = 2L << 30;

    private readonly Lock _lock = new();
    private readonly LinkedList<((PayloadContent Content, int Length) Key, Lazy<PreparedMessage> Message)> _recent = [];
    private bool _isDisposed;

    /// <summary>Keeps 2 GiB.</summary>
    public MessageStore()
        : this(MostMemory, static (content, length) => new PreparedMessage(content, length))
    {
    }

    /// <summary>The message of so much data.</summary>
    /// <exception cref="ObjectDisposedException">The server has stopped.</exception>
    public PreparedMessage Get(PayloadContent content, int length)
    {
        Lazy<PreparedMessage> message;
        lock (_lock)
        {
            ObjectDisposedException.ThrowIf(_isDisposed, this);
            (PayloadContent, int) key = (content, length);
            if (_recent.FirstOrDefault(entry => entry.Key == key) is { Message: { } known })
            {
                _recent.Remove((key, known));
                message = known;
            }
            else
            {
                message = new Lazy<PreparedMessage>(() => make(content, length));
            }

            _recent.AddFirst((key, message));
            Trim();
        }

        try
        {
            return message.Value;
        }
        catch
        {
            // A Lazy keeps what its making threw: the next call tries again.
            lock (_lock)
            {
                _recent.Remove(((content, length), message));
            }

            throw;
        }
    }

    /// <summary>Lets go of every message; call it when no receiver hands any out any more.</summary>
    public void Dispose()
    {
        lock (_lock)
        {
            _isDisposed = true;
            _recent.Clear();
        }
    }

    private void Trim()
    {
        while (_recent.Count > 1 && _recent.Sum(entry => 2L * entry.Key.Length) > mostMemory)
        {
            _recent.RemoveLast();
        }
    }
}
