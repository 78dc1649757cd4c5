using System.Diagnostics;

namespace FileTransfer.Senders.Sessions;

/// <summary>Converts differences of Stopwatch timestamps to nanoseconds.</summary>
internal static class StopwatchTicks
{
    private const long NanosecondsPerSecond = 1_000_000_000;

    internal static long ToNanoseconds(long ticks) => Stopwatch.Frequency == NanosecondsPerSecond
        ? ticks
        : (long)((Int128)ticks * NanosecondsPerSecond / Stopwatch.Frequency);

    internal static long[] ToNanoseconds(ReadOnlySpan<long> ticks)
    {
        long[] nanoseconds = ticks.ToArray();
        if (Stopwatch.Frequency != NanosecondsPerSecond)
        {
            for (int i = 0; i < nanoseconds.Length; i++)
            {
                nanoseconds[i] = (long)((Int128)nanoseconds[i] * NanosecondsPerSecond / Stopwatch.Frequency);
            }
        }

        return nanoseconds;
    }
}
