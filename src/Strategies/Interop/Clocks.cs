using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

/// <summary>struct timespec of 64-bit Linux.</summary>
[StructLayout(LayoutKind.Sequential)]
internal struct TimeSpec
{
    internal long Seconds;

    /// <summary>Less than a second of them.</summary>
    internal long Nanoseconds;

    private const long NanosecondsPerSecond = 1_000_000_000;

    /// <summary>All of it in nanoseconds.</summary>
    internal readonly long AsNanoseconds => (Seconds * NanosecondsPerSecond) + Nanoseconds;

    /// <summary>That many nanoseconds.</summary>
    internal static TimeSpec Of(long nanoseconds)
    {
        (long seconds, long rest) = Math.DivRem(nanoseconds, NanosecondsPerSecond);
        return new TimeSpec { Seconds = seconds, Nanoseconds = rest };
    }
}

/// <summary>clock_gettime(2).</summary>
internal static partial class ClockGetTime
{
    /// <summary>CPUCLOCK_SCHED: processor time, as the scheduler counts it.</summary>
    private const int CountedByScheduler = 2;

    /// <summary>CPUCLOCK_PERTHREAD_MASK: of one thread.</summary>
    private const int PerThread = 4;

    /// <summary>Bits of a clock's number below the inverted number of the process or thread.</summary>
    private const int ClockBits = 3;

    /// <summary>Processor time that all threads of a process have used; null when it is gone.</summary>
    /// <remarks>The number of such a clock is what clock_getcpuclockid(3) gives: linux/posix-timers.h of the kernel.</remarks>
    internal static TimeSpec? OfProcess(int process) => Read((~process << ClockBits) | CountedByScheduler);

    /// <summary>Processor time that a thread of this process has used; null once it has ended.</summary>
    internal static TimeSpec? OfThread(int threadId) => Read((~threadId << ClockBits) | PerThread | CountedByScheduler);

    private static TimeSpec? Read(int clock) => Invoke(clock, out TimeSpec time) == 0 ? time : null;

    [LibraryImport("libc", EntryPoint = "clock_gettime")]
    private static partial int Invoke(int clock, out TimeSpec time);
}

/// <summary>clock_nanosleep(2): sleeps until an instant of a clock.</summary>
internal static partial class ClockNanosleep
{
    /// <summary>CLOCK_MONOTONIC, which Stopwatch reads on Linux.</summary>
    internal const int Monotonic = 1;

    /// <summary>TIMER_ABSTIME: the time is an instant, not a duration.</summary>
    internal const int Absolute = 1;

    /// <summary>Sleeps until <paramref name="nanoseconds"/> of the clock; 0, or an error number, such as EINTR after a signal.</summary>
    internal static int Invoke(int clock, int flags, long nanoseconds)
    {
        var time = TimeSpec.Of(nanoseconds);
        return Invoke(clock, flags, in time, 0);
    }

    [LibraryImport("libc", EntryPoint = "clock_nanosleep")]
    private static partial int Invoke(int clock, int flags, in TimeSpec time, nint left);
}
