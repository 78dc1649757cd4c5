using System.Globalization;
using System.Net.Sockets;
using FileTransfer.Server.Contracts;
using FileTransfer.Server.Receivers;
using FileTransfer.Strategies.Tcp;

namespace FileTransfer.Server.Downloads;

/// <summary>Says when an answer under way takes too long: the client takes too few bytes per second, or too much time altogether.</summary>
/// <remarks>
/// A thread looks at it now and then, by what the kernel counts, so that sending costs nothing more. Where the kernel does not count, the
/// time altogether is the limit. Times are those of <see cref="Environment.TickCount64"/>.
/// </remarks>
/// <param name="socket">The connected socket; stays the caller's.</param>
/// <param name="options">The server's options.</param>
internal sealed class AnswerLimits(Socket socket, ServerOptions options)
{
    private readonly long _window = (long)options.RateWindow.TotalMilliseconds;
    private readonly long _longest = (long)options.FrameTimeout.TotalMilliseconds;
    private long _began;
    private long _lookedAt;
    private long _windowBegan;
    private long _windowBytes;
    private volatile string? _whyGivenUp;

    /// <summary>What the log says of an answer that was given up; null when none was.</summary>
    public string? WhyGivenUp => _whyGivenUp;

    /// <summary>An answer begins. By the thread that sends.</summary>
    public void Begin() => Volatile.Write(ref _began, Environment.TickCount64);

    /// <summary>It is sent, though perhaps not read. By the thread that sends.</summary>
    public void End() => Volatile.Write(ref _began, 0);

    /// <summary>Looks at an answer under way, if there is one. By one thread, and no other.</summary>
    /// <returns>True when it has to be given up; <see cref="WhyGivenUp"/> then says why.</returns>
    public bool GivesUp()
    {
        long began = Volatile.Read(ref _began);
        if (began != 0 && Look(began) is { } words)
        {
            _whyGivenUp = $"was given up: {words}";
            return true;
        }

        return false;
    }

    private string? Look(long began)
    {
        long now = Environment.TickCount64;
        if (now - began >= _longest)
        {
            return EventWords.TookLonger(options.FrameTimeout);
        }

        bool isNew = _lookedAt != began;
        if ((!isNew && now - _windowBegan < _window) || TcpCounters.Of(socket) is not { Acknowledged: var bytes })
        {
            return null;
        }

        (long taken, double seconds) = (bytes - _windowBytes, (now - _windowBegan) / 1000.0);
        (_lookedAt, _windowBegan, _windowBytes) = (began, now, bytes);
        return isNew || taken >= options.MinimumRate * seconds
            ? null
            : string.Create(
                CultureInfo.InvariantCulture,
                $"{taken} bytes read in {seconds:0.#} s are fewer than the {options.MinimumRate} per second of --min-rate");
    }
}
