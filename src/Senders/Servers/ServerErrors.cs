using System.Text;

namespace FileTransfer.Senders.Servers;

/// <summary>Standard error of a server: the reason why it does not start, and later the faults that ended connections.</summary>
/// <param name="errors">Receives the lines that come after the server was ready.</param>
internal sealed class ServerErrors(TextWriter errors)
{
    private readonly Lock _lock = new();
    private readonly StringBuilder _beforeReady = new();
    private bool _isReady;

    /// <summary>The lines that it wrote while starting.</summary>
    public string BeforeReady
    {
        get
        {
            lock (_lock)
            {
                return _beforeReady.ToString().Trim();
            }
        }
    }

    /// <summary>Passes on the lines so far and all later lines; called when the server listens.</summary>
    public void BecomeReady()
    {
        lock (_lock)
        {
            _isReady = true;
            if (_beforeReady.Length > 0)
            {
                errors.Write(_beforeReady);
            }
        }
    }

    /// <summary>Adds a line; null at the end of the stream.</summary>
    public void Add(string? line)
    {
        lock (_lock)
        {
            if (line is null)
            {
                return;
            }

            if (_isReady)
            {
                errors.Write(line + '\n');
            }
            else
            {
                _beforeReady.Append(line).Append('\n');
            }
        }
    }
}
