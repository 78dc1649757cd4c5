using FileTransfer.Strategies.Interop;

namespace FileTransfer.Strategies.Machine;

/// <summary>Processor time of another process, to the nanosecond: /proc tells it in hundredths of a second, longer than a turn.</summary>
internal static class ProcessTime
{
    private const int PerTick = 100;
    private const int ClockBits = 3;
    private const int CountedByScheduler = 2;

    /// <summary>Time that all threads of a process have run so far; null where it cannot be read.</summary>
    /// <remarks>The number of such a clock is the complement of the process id, as clock_getcpuclockid(3) gives it.</remarks>
    public static TimeSpan? Of(int process) =>
        OperatingSystem.IsLinux() && Environment.Is64BitProcess
            && ClockGetTime.Invoke((~process << ClockBits) | CountedByScheduler, out ClockGetTime.TimeSpec time) == 0
            ? TimeSpan.FromSeconds(time.Seconds) + TimeSpan.FromTicks(time.Nanoseconds / PerTick)
            : null;
}
