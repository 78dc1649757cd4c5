namespace FileTransfer.Server.Receivers;

/// <summary>
/// How long to wait when a connection cannot be accepted, and who is told: most often the process has no descriptor left.
/// </summary>
/// <remarks>For one accept loop; not for several threads at once.</remarks>
internal sealed class AcceptShortage(ReceiverCounters counters, ConnectionLog log)
{
    private const int QuietMilliseconds = 10_000;
    private static readonly TimeSpan s_shortest = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan s_longest = TimeSpan.FromMilliseconds(500);

    private TimeSpan _pause = s_shortest;
    private long _quietUntil;

    /// <summary>Counts an attempt that failed. Those who knock wait in the queue meanwhile.</summary>
    /// <returns>The time until the next attempt, in which connections may end.</returns>
    public TimeSpan Next(Exception exception)
    {
        counters.Failed("accept");
        long now = Environment.TickCount64;
        // Once for each shortage: a descriptor that is free for a moment does not end it.
        if (now >= _quietUntil)
        {
            log.Write("whoever connects", $"cannot be accepted, and waits: {exception.Message}");
        }

        _quietUntil = now + QuietMilliseconds;
        TimeSpan pause = _pause;
        _pause = pause * 2 < s_longest ? pause * 2 : s_longest;
        return pause;
    }

    /// <summary>An attempt succeeded.</summary>
    public void Over() => _pause = s_shortest;
}
