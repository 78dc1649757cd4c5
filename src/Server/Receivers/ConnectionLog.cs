using System.Globalization;
using FileTransfer.Server.Contracts;

namespace FileTransfer.Server.Receivers;

/// <summary>
/// Writes one line for each connection that did not end as it should, and no more of them per second than a person can read.
/// </summary>
/// <param name="receiver">The receiver's kind.</param>
/// <param name="options">Where to write, and whether.</param>
internal sealed class ConnectionLog(string receiver, ServerOptions options)
{
    private const int MostPerSecond = 20;

    private readonly Lock _lock = new();
    private long _second;
    private int _written;
    private int _untold;

    /// <summary>Writes what happened to the connection of a peer; the words are the server's own, never the peer's.</summary>
    public void Write(string peer, string what)
    {
        if (!options.LogsEvents)
        {
            return;
        }

        lock (_lock)
        {
            long second = Environment.TickCount64 / 1000;
            if (second != _second)
            {
                TellOfTheUntold();
                (_second, _written) = (second, 0);
            }

            if (_written == MostPerSecond)
            {
                _untold++;
                return;
            }

            _written++;
            WriteLine($"{peer}: {what}");
        }
    }

    /// <summary>Tells how many lines were left out.</summary>
    public void Flush()
    {
        lock (_lock)
        {
            TellOfTheUntold();
        }
    }

    private void TellOfTheUntold()
    {
        if (_untold > 0)
        {
            WriteLine(string.Create(CultureInfo.InvariantCulture, $"{_untold} more events, not told one by one"));
            _untold = 0;
        }
    }

    private void WriteLine(string words)
    {
        string line = string.Create(
            CultureInfo.InvariantCulture,
            $"{DateTime.UtcNow:yyyy-MM-ddTHH:mm:ss.fffZ} server: {receiver}: {words}\n");
        try
        {
            options.Errors.Write(line);
        }
        catch (Exception unwritten) when (unwritten is IOException or ObjectDisposedException)
        {
            // Standard error is closed.
        }
    }
}
