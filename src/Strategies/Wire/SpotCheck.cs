namespace FileTransfer.Strategies.Wire;

/// <summary>Chooses the transfers whose content is checked during a measurement, on the measured connection. Thread-safe.</summary>
/// <remarks>
/// The receiving end chooses each transfer at random, so that the sending end cannot foresee or infer the chosen ones.
/// Large files are checked more often, because there are fewer of them, and so are those that come slowly, as over a network with a long
/// delay: a launch of few transfers would otherwise end with many more, until one is checked.
/// </remarks>
/// <param name="time">Tells how slowly transfers come.</param>
public sealed class SpotCheck(TimeProvider time)
{
    private const long Large = 1 << 20;
    private const long VeryLarge = 16 << 20;
    private const double SlowShare = 1 / 4.0;
    private static readonly TimeSpan s_slow = TimeSpan.FromMilliseconds(20);

    private long _last = time.GetTimestamp();

    /// <summary>Goes by the system's clock.</summary>
    public SpotCheck()
        : this(TimeProvider.System)
    {
    }

    /// <summary>
    /// Share of the transfers of <paramref name="length"/> bytes that is checked, between 0 and 1. Of those below 16 MiB that come 20 ms or
    /// more after another, it is a quarter.
    /// </summary>
    public static double ShareOf(long length) => length switch
    {
        < Large => 1 / 64.0,
        < VeryLarge => 1 / 16.0,
        _ => 1 / 8.0,
    };

    /// <summary>Decides at random whether the next transfer, of <paramref name="length"/> bytes, is checked; never an empty one.</summary>
    public bool IsDue(long length)
    {
        long now = time.GetTimestamp();
        bool isSlow = time.GetElapsedTime(Interlocked.Exchange(ref _last, now), now) >= s_slow && length < VeryLarge;
        return length > 0 && Random.Shared.NextDouble() < (isSlow ? SlowShare : ShareOf(length));
    }
}
