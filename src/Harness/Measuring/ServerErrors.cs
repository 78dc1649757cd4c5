using System.Text;

namespace FileTransfer.Harness.Measuring;

/// <summary>What a server writes to standard error: why it does not start, and later, which fault of its own ended a connection.</summary>
/// <param name="errors">Where that goes which comes after it was ready.</param>
internal sealed class ServerErrors(TextWriter errors)
{
    private readonly Lock _lock = new();
    private readonly StringBuilder _beforeReady = new();
    private bool _isReady;

    /// <summary>Its words so far, while it was starting.</summary>
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

    /// <summary>It listens: what it said meanwhile, and what it says from now on, is passed on.</summary>
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

    /// <summary>Takes a line, or null at the end.</summary>
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
