using System.Globalization;
using FileTransfer.Server.Contracts;

namespace FileTransfer.Server.Receivers;

/// <summary>Says when a frame under way takes too long: too few bytes per second, or too much time altogether.</summary>
/// <remarks>
/// Not for several threads at once. Times are those of <see cref="Environment.TickCount64"/>, which cost nothing to read.
/// </remarks>
internal sealed class FrameLimits(ServerOptions options)
{
    private readonly long _window = (long)options.RateWindow.TotalMilliseconds;
    private readonly long _idle = (long)options.IdleTimeout.TotalMilliseconds;
    private readonly long _longest = (long)options.FrameTimeout.TotalMilliseconds;
    private long _began;
    private long _windowBegan;
    private long _windowBytes;
    private long _lastBytes;

    /// <summary>A frame begins with its first byte.</summary>
    public void Begin()
    {
        _began = _windowBegan = _lastBytes = Environment.TickCount64;
        _windowBytes = 0;
    }

    /// <summary>So many further bytes of the frame have come, which may be none.</summary>
    /// <returns>Why the frame has to be given up, as a kind of error and in words; null when it need not.</returns>
    public (string Kind, string Words)? Check(int bytes)
    {
        _windowBytes += bytes;
        long now = Environment.TickCount64;
        if (bytes > 0)
        {
            _lastBytes = now;
        }
        else if (now - _lastBytes >= _idle)
        {
            return (FrameChannel.Idle, Text($"nothing moved for the {options.IdleTimeout.TotalSeconds:0.###} s of --idle-timeout"));
        }

        if (now - _began >= _longest)
        {
            return (FrameChannel.TooSlow, EventWords.TookLonger(options.FrameTimeout));
        }

        if (now - _windowBegan < _window)
        {
            return null;
        }

        double seconds = (now - _windowBegan) / 1000.0;
        if (_windowBytes < options.MinimumRate * seconds)
        {
            return (
                FrameChannel.TooSlow,
                Text($"{_windowBytes} bytes in {seconds:0.#} s are fewer than the {options.MinimumRate} per second of --min-rate"));
        }

        _windowBegan = now;
        _windowBytes = 0;
        return null;
    }

    private static string Text(FormattableString words) => words.ToString(CultureInfo.InvariantCulture);
}
