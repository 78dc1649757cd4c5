using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

/// <summary>unshare(2).</summary>
internal static partial class Unshare
{
    /// <summary>CLONE_NEWNET: a network namespace of its own, with nothing in it but a loopback device that is down.</summary>
    internal const int Network = 0x40000000;

    /// <summary>Gives the calling thread namespaces of its own; 0, or −1 with errno (EPERM: it has no CAP_SYS_ADMIN).</summary>
    [LibraryImport("libc", EntryPoint = "unshare", SetLastError = true)]
    internal static partial int Invoke(int flags);
}

/// <summary>setns(2).</summary>
internal static partial class SetNs
{
    /// <summary>Moves the calling thread into the namespace of an open file of /proc/PID/ns; 0, or −1 with errno.</summary>
    [LibraryImport("libc", EntryPoint = "setns", SetLastError = true)]
    internal static partial int Invoke(SafeHandle file, int kind);
}

/// <summary>gettid(2).</summary>
internal static partial class GetTid
{
    /// <summary>Number of the calling thread, as /proc/PID/task has it.</summary>
    [LibraryImport("libc", EntryPoint = "gettid")]
    internal static partial int Invoke();
}

/// <summary>ioctl(2), for requests that take a structure.</summary>
internal static unsafe partial class Ioctl
{
    /// <summary>TUNSETIFF: makes a device of an open /dev/net/tun; linux/if_tun.h.</summary>
    internal const nuint MakeTunDevice = 0x400454ca;

    /// <summary>Variadic in C; on Linux the third argument is passed like any other. 0, or −1 with errno.</summary>
    [LibraryImport("libc", EntryPoint = "ioctl", SetLastError = true)]
    internal static partial int Invoke(SafeHandle descriptor, nuint request, byte* argument);
}

/// <summary>ppoll(2): poll(2) with a limit in nanoseconds.</summary>
internal static unsafe partial class PPoll
{
    /// <summary>Waits until there is something to read, at most so long; false when the time has passed or a signal came.</summary>
    internal static bool ForInput(SafeHandle descriptor, long nanoseconds)
    {
        var entry = new Poll.Entry { Descriptor = (int)descriptor.DangerousGetHandle(), Asked = Poll.In };
        long* limit = stackalloc long[2];
        (limit[0], limit[1]) = Math.DivRem(nanoseconds, 1_000_000_000);
        return Invoke(&entry, 1, limit, null) > 0;
    }

    [LibraryImport("libc", EntryPoint = "ppoll", SetLastError = true)]
    private static partial int Invoke(Poll.Entry* entries, nuint count, long* limit, void* signals);
}

/// <summary>prctl(2).</summary>
internal static partial class PrCtl
{
    /// <summary>PR_SET_TIMERSLACK: by how many nanoseconds the waits of the calling thread may be prolonged, 50,000 by default.</summary>
    internal const int SetTimerSlack = 29;

    /// <summary>PR_SET_THP_DISABLE: whether the process is given no huge pages from now on; 1 for none.</summary>
    internal const int SetNoHugePages = 41;

    /// <summary>Sets a property of the calling thread; 0, or −1 with errno.</summary>
    [LibraryImport("libc", EntryPoint = "prctl", SetLastError = true)]
    internal static partial int Invoke(int operation, nuint argument);

    /// <summary>The same for a property whose other arguments must be 0.</summary>
    [LibraryImport("libc", EntryPoint = "prctl", SetLastError = true)]
    internal static partial int Invoke(int operation, nuint argument, nuint third, nuint fourth, nuint fifth);
}

/// <summary>sched_setscheduler(2).</summary>
internal static unsafe partial class SchedSetScheduler
{
    /// <summary>SCHED_OTHER: normal priority.</summary>
    internal const int Other = 0;

    /// <summary>SCHED_IDLE: runs where nobody else would.</summary>
    internal const int Idle = 5;

    /// <summary>SCHED_FIFO: runs before every thread of normal priority.</summary>
    internal const int Fifo = 1;

    /// <summary>Chooses the policy of a thread, 0 for the calling one; 0, or −1 with errno (EPERM: it has no CAP_SYS_NICE).</summary>
    [LibraryImport("libc", EntryPoint = "sched_setscheduler", SetLastError = true)]
    internal static partial int Invoke(int threadId, int policy, int* priority);
}

/// <summary>clock_gettime(2), for the processor time of a thread.</summary>
internal static unsafe partial class ThreadClock
{
    /// <summary>CPUCLOCK_PERTHREAD | CPUCLOCK_SCHED, below the inverted number of the thread: linux/posix-timers.h.</summary>
    private const int PerThread = 4 | 2;

    /// <summary>Processor time that a thread of this process has used, in nanoseconds; 0 once it has ended.</summary>
    internal static long NanosecondsOf(int threadId)
    {
        long* time = stackalloc long[2];
        return Invoke((~threadId << 3) | PerThread, time) == 0 ? (time[0] * 1_000_000_000) + time[1] : 0;
    }

    [LibraryImport("libc", EntryPoint = "clock_gettime", SetLastError = true)]
    private static partial int Invoke(int clock, long* time);
}

/// <summary>execve(2).</summary>
internal static partial class Exec
{
    /// <summary>Replaces this program by another, in the same process; returns −1 with errno, or not at all.</summary>
    /// <param name="path">The program.</param>
    /// <param name="arguments">Its arguments, the first being its name, the last null.</param>
    /// <param name="environment">Its variables as NAME=VALUE, the last null.</param>
    [LibraryImport("libc", EntryPoint = "execve", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    internal static partial int Invoke(string path, string?[] arguments, string?[] environment);
}
