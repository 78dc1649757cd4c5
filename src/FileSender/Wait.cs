using System.Globalization;

namespace FileTransfer.Sending;

/// <summary>How a thread waits for bytes of its peer.</summary>
public enum WaitMode
{
    /// <summary>It blocks in the kernel at once. Its processor may halt, and waking it can take longer than a small transfer.</summary>
    Block,

    /// <summary>It asks the socket again and again, for a limited time, before it blocks.</summary>
    Poll,

    /// <summary>As <see cref="Poll"/>, and offers the processor to other threads between two questions: sched_yield(2).</summary>
    Yield,

    /// <summary>
    /// As <see cref="Yield"/>, only where that has been faster than blocking, by what it measures itself: see <see cref="Waiter"/>.
    /// </summary>
    Learn,
}

/// <summary>A way of waiting, and the longest time that it may poll.</summary>
/// <remarks>Written as <c>block</c>, <c>poll</c>, <c>poll:50us</c>, <c>yield:1ms</c> or <c>learn</c>. The default value blocks.</remarks>
/// <param name="Mode">The way.</param>
/// <param name="Limit">Longest time to poll before blocking; zero for <see cref="WaitMode.Block"/>.</param>
public readonly record struct Wait(WaitMode Mode, TimeSpan Limit)
{
    /// <summary>Longest limit that <see cref="TryParse"/> accepts: nothing is won by polling for longer.</summary>
    public static readonly TimeSpan LongestLimit = TimeSpan.FromMilliseconds(100);

    private static readonly TimeSpan s_defaultLimit = TimeSpan.FromMicroseconds(200);
    private static readonly (string Suffix, double Microseconds)[] s_units = [("us", 1), ("ms", 1000)];

    /// <summary>Blocks at once.</summary>
    public static Wait Block => default;

    /// <summary>Polls for up to 200 µs.</summary>
    public static Wait Poll => new(WaitMode.Poll, s_defaultLimit);

    /// <summary>Learns whether to poll, for up to 200 µs.</summary>
    public static Wait Learn => new(WaitMode.Learn, s_defaultLimit);

    /// <summary>Reads a wait as <see cref="ToString"/> writes it; without a limit, 200 µs.</summary>
    /// <param name="text">Such as <c>poll:50us</c>.</param>
    /// <param name="wait">The wait; <see cref="Block"/> when the text is none.</param>
    public static bool TryParse(string text, out Wait wait)
    {
        ArgumentNullException.ThrowIfNull(text);
        wait = default;
        string[] parts = text.Split(':');
        TimeSpan limit = s_defaultLimit;
        if (parts.Length > 2 || (parts.Length == 2 && !TryParseLimit(parts[1], out limit)))
        {
            return false;
        }

        WaitMode? mode = parts[0] switch
        {
            "block" when parts.Length == 1 => WaitMode.Block,
            "poll" => WaitMode.Poll,
            "yield" => WaitMode.Yield,
            "learn" => WaitMode.Learn,
            _ => null,
        };
        if (mode is { } found)
        {
            wait = found == WaitMode.Block ? Block : new Wait(found, limit);
        }

        return mode is not null;
    }

    /// <inheritdoc/>
    public override string ToString() => Mode == WaitMode.Block
        ? "block"
        : string.Create(CultureInfo.InvariantCulture, $"{Mode.ToString().ToLowerInvariant()}:{Limit.TotalMicroseconds:0.###}us");

    private static bool TryParseLimit(string text, out TimeSpan limit)
    {
        foreach ((string suffix, double microseconds) in s_units)
        {
            if (text.EndsWith(suffix, StringComparison.Ordinal)
                && double.TryParse(text[..^suffix.Length], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double value)
                && value > 0 && value * microseconds <= LongestLimit.TotalMicroseconds)
            {
                limit = TimeSpan.FromMicroseconds(value * microseconds);
                return true;
            }
        }

        limit = default;
        return false;
    }
}
