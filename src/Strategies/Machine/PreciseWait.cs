using System.Diagnostics;
using FileTransfer.Strategies.Interop;

namespace FileTransfer.Strategies.Machine;

/// <summary>Waits for an instant to within microseconds: sleeps for most of the time, and spins for the rest.</summary>
/// <remarks>
/// Thread.Sleep counts in milliseconds. On Linux clock_nanosleep(2) sleeps until an instant, which the kernel may miss by the thread's
/// timer slack, 50 µs by default (prctl(2), PR_SET_TIMERSLACK), and by the time it takes to wake a processor.
/// Elsewhere the last 2 ms are spun.
/// </remarks>
public static class PreciseWait
{
    private const nuint NoSlack = 1;

    private static readonly bool s_isExact = OperatingSystem.IsLinux() && Environment.Is64BitProcess;
    private static readonly long s_spin = TicksOf(s_isExact ? TimeSpan.FromMicroseconds(80) : TimeSpan.FromMilliseconds(2));
    private static readonly long s_longestSleep = TicksOf(TimeSpan.FromMilliseconds(50));

    /// <summary>Lets the kernel wake the calling thread without slack; call it once on a thread that waits often.</summary>
    public static void MakeThreadPunctual()
    {
        if (s_isExact)
        {
            // Without it a wait still ends in time, because the rest is spun.
            _ = PrCtl.Invoke(PrCtl.SetTimerSlack, NoSlack);
        }
    }

    /// <summary>Waits until a Stopwatch timestamp or a cancellation; the ticks that were spun.</summary>
    public static long Until(long timestamp, CancellationToken cancellationToken)
    {
        long now = Stopwatch.GetTimestamp();
        while (timestamp - now > s_spin && !cancellationToken.IsCancellationRequested)
        {
            Sleep(now, Math.Min(timestamp - now - s_spin, s_longestSleep));
            now = Stopwatch.GetTimestamp();
        }

        long began = now;
        while (now < timestamp && !cancellationToken.IsCancellationRequested)
        {
            Thread.SpinWait(1);
            now = Stopwatch.GetTimestamp();
        }

        return now - began;
    }

    private static void Sleep(long now, long ticks)
    {
        if (s_isExact)
        {
            // Stopwatch counts the nanoseconds of this clock. A signal ends the sleep early, and the caller looks at the time again.
            _ = ClockNanosleep.Invoke(ClockNanosleep.Monotonic, ClockNanosleep.Absolute, now + ticks);
        }
        else
        {
            Thread.Sleep(TimeSpan.FromSeconds(ticks / (double)Stopwatch.Frequency));
        }
    }

    private static long TicksOf(TimeSpan time) => (long)(time.TotalSeconds * Stopwatch.Frequency);
}
