using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

/// <summary>clock_nanosleep(2): sleeps until an instant of a clock.</summary>
internal static partial class ClockNanosleep
{
    /// <summary>CLOCK_MONOTONIC, which Stopwatch reads on Linux.</summary>
    internal const int Monotonic = 1;

    /// <summary>TIMER_ABSTIME: the time is an instant, not a duration.</summary>
    internal const int Absolute = 1;

    private const long NanosecondsPerSecond = 1_000_000_000;

    /// <summary>Sleeps until <paramref name="nanoseconds"/> of the clock; 0, or an error number, such as EINTR after a signal.</summary>
    internal static int Invoke(int clock, int flags, long nanoseconds)
    {
        var time = new TimeSpec(nanoseconds / NanosecondsPerSecond, nanoseconds % NanosecondsPerSecond);
        return Invoke(clock, flags, in time, 0);
    }

    [LibraryImport("libc", EntryPoint = "clock_nanosleep")]
    private static partial int Invoke(int clock, int flags, in TimeSpec time, nint left);

    /// <summary>struct timespec of 64-bit Linux.</summary>
    [StructLayout(LayoutKind.Sequential)]
    private readonly record struct TimeSpec(long Seconds, long Nanoseconds);
}
