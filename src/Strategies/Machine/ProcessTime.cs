using FileTransfer.Strategies.Interop;

namespace FileTransfer.Strategies.Machine;

/// <summary>Processor time of another process, to the nanosecond: /proc tells it in hundredths of a second, longer than a turn.</summary>
internal static class ProcessTime
{
    /// <summary>Time that all threads of a process have run so far; null where it cannot be read.</summary>
    public static TimeSpan? Of(int process) =>
        OperatingSystem.IsLinux() && Environment.Is64BitProcess && ClockGetTime.OfProcess(process) is { } time
            ? TimeSpan.FromTicks(time.AsNanoseconds / TimeSpan.NanosecondsPerTick)
            : null;
}
