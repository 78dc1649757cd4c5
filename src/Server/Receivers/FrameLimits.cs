using System.Globalization;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Sinks;
using FileTransfer.Strategies.Wire;

namespace FileTransfer.Server.Receivers;

/// <summary>
/// Keeps the time of a connection: when a frame under way takes too long, by too few bytes per second or altogether, and until when a peer
/// that sends nothing may be left alone.
/// </summary>
/// <remarks>
/// Not for several threads at once. Times are those of <see cref="Environment.TickCount64"/>, which cost nothing to read.
/// </remarks>
/// <param name="frame">The frame under way.</param>
/// <param name="options">The limits.</param>
internal sealed class FrameLimits(IncomingFrame frame, ServerOptions options)
{
    private readonly long _window = (long)options.RateWindow.TotalMilliseconds;
    private readonly long _idle = (long)options.IdleTimeout.TotalMilliseconds;
    private readonly long _longest = (long)options.FrameTimeout.TotalMilliseconds;
    private readonly long _greetedBy = Environment.TickCount64 + (long)options.HandshakeTimeout.TotalMilliseconds;
    private long _lastServed = Environment.TickCount64;
    private long _suspended;
    private bool _isTimed;
    private long _began;
    private long _windowBegan;
    private long _windowBytes;
    private long _lastBytes;

    /// <summary>Starts the clock of a frame that is not there as a whole; most small ones are, and need none.</summary>
    public void StartClock()
    {
        if (!_isTimed)
        {
            _isTimed = true;
            _began = _windowBegan = _lastBytes = Environment.TickCount64;
            _windowBytes = 0;
        }
    }

    /// <summary>A frame has been answered.</summary>
    public void Served()
    {
        _isTimed = false;
        _lastServed = Environment.TickCount64;
    }

    /// <summary>No thread waits for the connection from now on.</summary>
    public void Suspend() => _suspended = Environment.TickCount64;

    /// <summary>When a connection without a thread has to be looked at again, if nothing comes.</summary>
    /// <param name="isGreeting">The peer has not yet presented the token and shaken hands.</param>
    /// <param name="isWithinFrame">A part of a frame has come.</param>
    public long Due(bool isGreeting, bool isWithinFrame) =>
        isGreeting ? _greetedBy
        : isWithinFrame ? _suspended + Math.Min(_window, _idle)
        : _lastServed + _idle;

    /// <summary>So many further bytes of the frame have come, which may be none.</summary>
    /// <exception cref="RefusedFrameException">The frame is given up.</exception>
    public void Moved(int bytes)
    {
        _windowBytes += bytes;
        long now = Environment.TickCount64;
        if (bytes > 0)
        {
            _lastBytes = now;
        }
        else if (now - _lastBytes >= _idle)
        {
            throw GivenUp(FrameChannel.Idle, $"nothing moved for the {options.IdleTimeout.TotalSeconds:0.###} s of --idle-timeout");
        }

        if (now - _began >= _longest)
        {
            throw GivenUp(FrameChannel.TooSlow, $"{EventWords.TookLonger(options.FrameTimeout)}");
        }

        if (now - _windowBegan < _window)
        {
            return;
        }

        double seconds = (now - _windowBegan) / 1000.0;
        if (_windowBytes < options.MinimumRate * seconds)
        {
            throw GivenUp(
                FrameChannel.TooSlow,
                $"{_windowBytes} bytes in {seconds:0.#} s are fewer than the {options.MinimumRate} per second of --min-rate");
        }

        _windowBegan = now;
        _windowBytes = 0;
    }

    private RefusedFrameException GivenUp(string kind, FormattableString words) =>
        new(AcknowledgementStatus.TooSlow, kind, $"was given up{frame.Position}: {words.ToString(CultureInfo.InvariantCulture)}");
}
