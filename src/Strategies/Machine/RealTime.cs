using System.Globalization;
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

    /// <summary>Lets the calling thread run only where no other thread would (SCHED_IDLE); true when it now does.</summary>
    internal static bool GiveWay() => Choose(SchedSetScheduler.Idle, 0);

    /// <summary>The same as <see cref="Enter()"/> for every thread that a process has now; true when all run before others.</summary>
    internal static bool Enter(int process)
    {
        try
        {
            return Directory.GetDirectories(string.Create(CultureInfo.InvariantCulture, $"/proc/{process}/task"))
                .Select(thread => int.Parse(Path.GetFileName(thread), CultureInfo.InvariantCulture))
                .All(thread => Choose(SchedSetScheduler.Fifo, Lowest, thread));
        }
        catch (IOException)
        {
            return false;
        }
    }

    private static bool Choose(int policy, int priority, int thread = 0) =>
        OperatingSystem.IsLinux() && Environment.Is64BitProcess && SchedSetScheduler.Invoke(thread, policy, &priority) == 0;
}
