using FileTransfer.Strategies.Interop;

namespace FileTransfer.Strategies.Machine;

/// <summary>Lets the calling thread run before every thread of normal priority: SCHED_FIFO, sched(7).</summary>
/// <remarks>On 64-bit Linux, and for those who may (CAP_SYS_NICE, or a limit by RLIMIT_RTPRIO); elsewhere nothing changes.</remarks>
public static unsafe class RealTime
{
    private const int Lowest = 1;

    /// <summary>Begins; true when the thread now runs before others.</summary>
    public static bool Enter() => Choose(SchedSetScheduler.Fifo, Lowest);

    /// <summary>Ends: the thread has normal priority again.</summary>
    public static void Leave() => Choose(SchedSetScheduler.Other, 0);

    private static bool Choose(int policy, int priority) =>
        OperatingSystem.IsLinux() && Environment.Is64BitProcess && SchedSetScheduler.Invoke(0, policy, &priority) == 0;
}
