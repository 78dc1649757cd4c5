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

    /// <summary>IFF_TUN | IFF_NO_PI: IP packets, with nothing before them.</summary>
    internal const short TunPackets = 0x0001 | 0x1000;

    /// <summary>Variadic in C; on Linux the third argument is passed like any other. 0, or −1 with errno.</summary>
    [LibraryImport("libc", EntryPoint = "ioctl", SetLastError = true)]
    internal static partial int Invoke(SafeHandle descriptor, nuint request, InterfaceRequest* argument);

    /// <summary>struct ifreq with flags: linux/if.h.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 40)]
    internal struct InterfaceRequest
    {
        /// <summary>Name of the interface in ASCII, with a zero behind it.</summary>
        [FieldOffset(0)]
        internal fixed byte Name[NameLength];

        [FieldOffset(NameLength)]
        internal short Flags;

        /// <summary>In bytes; the zero comes on top.</summary>
        internal const int LongestName = NameLength - 1;

        /// <summary>IFNAMSIZ.</summary>
        private const int NameLength = 16;
    }
}

/// <summary>ppoll(2): poll(2) with a limit in nanoseconds.</summary>
internal static unsafe partial class PPoll
{
    /// <summary>Waits until there is something to read, at most so long; false when the time has passed or a signal came.</summary>
    internal static bool ForInput(SafeHandle descriptor, long nanoseconds)
    {
        var entry = new Poll.Entry { Descriptor = (int)descriptor.DangerousGetHandle(), Asked = Poll.In };
        var limit = TimeSpec.Of(nanoseconds);
        return Invoke(&entry, 1, &limit, null) > 0;
    }

    [LibraryImport("libc", EntryPoint = "ppoll", SetLastError = true)]
    private static partial int Invoke(Poll.Entry* entries, nuint count, TimeSpec* limit, void* signals);
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
