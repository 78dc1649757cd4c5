using FileTransfer.Strategies;

namespace FileTransfer.Server.Rpc;

/// <summary>The messages that were asked for, made once: a client's first call waits for that, and no later one does.</summary>
internal sealed class MessageStore
{
    /// <summary>What is kept at most, the message asked for last excepted.</summary>
    private const long MostMemory = 2L << 30;

    private readonly Lock _lock = new();
    private readonly LinkedList<((PayloadContent Content, int Length) Key, Lazy<PreparedMessage> Message)> _recent = [];

    /// <summary>The message of so much data.</summary>
    public PreparedMessage Get(PayloadContent content, int length)
    {
        Lazy<PreparedMessage> message;
        lock (_lock)
        {
            (PayloadContent, int) key = (content, length);
            if (_recent.FirstOrDefault(entry => entry.Key == key) is { Message: { } known })
            {
                _recent.Remove((key, known));
                message = known;
            }
            else
            {
                message = new Lazy<PreparedMessage>(() => new PreparedMessage(content, length));
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

    private void Trim()
    {
        while (_recent.Count > 1 && _recent.Sum(entry => 2L * entry.Key.Length) > MostMemory)
        {
            _recent.RemoveLast();
        }
    }
}
