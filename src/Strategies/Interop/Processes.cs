using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

/// <summary>Error numbers of Linux that the code tests for: errno(3), asm-generic/errno-base.h and errno.h.</summary>
internal static class Errno
{
    /// <summary>EPERM: not allowed.</summary>
    internal const int NotPermitted = 1;

    /// <summary>ENOENT: no file has that name.</summary>
    internal const int NoSuchFile = 2;

    /// <summary>ESRCH: there is no such process or thread.</summary>
    internal const int NoSuchProcess = 3;

    /// <summary>EINTR: a signal came first; call again.</summary>
    internal const int Interrupted = 4;

    /// <summary>EIO: the disk or its substitute, such as a file server, failed.</summary>
    internal const int InputOutput = 5;

    /// <summary>ENXIO: a named pipe without a reader was opened for writing with O_NONBLOCK.</summary>
    internal const int NoReader = 6;

    /// <summary>EAGAIN: the call would have to wait, or the socket's timeout expired.</summary>
    internal const int TryAgain = 11;

    /// <summary>ENOMEM: out of memory, or the limit of locked memory was reached.</summary>
    internal const int NoMemory = 12;

    /// <summary>EACCES: access is denied.</summary>
    internal const int AccessDenied = 13;

    /// <summary>EFAULT: an invalid address; in a mapping, a page beyond the end of a truncated file.</summary>
    internal const int BadAddress = 14;

    /// <summary>EEXIST: there is a file of that name, or a symbolic link.</summary>
    internal const int Exists = 17;

    /// <summary>ENODEV: the file system cannot map files into memory.</summary>
    internal const int NoDevice = 19;

    /// <summary>EINVAL: the kernel or the file system does not support the call.</summary>
    internal const int Invalid = 22;

    /// <summary>ENFILE: the system has no descriptor left.</summary>
    internal const int TooManyOpenFilesInSystem = 23;

    /// <summary>EMFILE: the process has no descriptor left.</summary>
    internal const int TooManyOpenFiles = 24;

    /// <summary>ENOSPC: the disk is full.</summary>
    internal const int NoSpace = 28;

    /// <summary>EPIPE: the pipe has no reader any more.</summary>
    internal const int BrokenPipe = 32;

    /// <summary>ENAMETOOLONG: a name is longer than the file system allows.</summary>
    internal const int NameTooLong = 36;

    /// <summary>ENOSYS: the kernel has no such call.</summary>
    internal const int NoSuchCall = 38;

    /// <summary>ELOOP: a symbolic link, where none is followed, or too many.</summary>
    internal const int SymbolicLink = 40;

    /// <summary>ETIME: the timeout of a wait expired.</summary>
    internal const int TimerExpired = 62;

    /// <summary>EOVERFLOW: a number too large for the file.</summary>
    internal const int Overflow = 75;

    /// <summary>ECONNRESET: the other end reset the connection.</summary>
    internal const int ConnectionReset = 104;

    /// <summary>ENOBUFS: a limit on locked or socket memory was reached.</summary>
    internal const int NoBufferSpace = 105;

    /// <summary>EDQUOT: the user's share of the disk is used up.</summary>
    internal const int QuotaExceeded = 122;

    /// <summary>ECANCELED: the preceding request of its chain did not complete in full.</summary>
    internal const int Canceled = 125;
}

/// <summary>getrusage(2).</summary>
internal static partial class GetRusage
{
    internal const int Self = 0;

    /// <summary>RUSAGE_THREAD: the calling thread.</summary>
    internal const int Thread = 1;

    [LibraryImport("libc", EntryPoint = "getrusage", SetLastError = true)]
    internal static partial int Invoke(int who, out Usage usage);

    /// <summary>struct rusage of 64-bit Linux: two timevals, then fourteen longs.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct Usage
    {
        internal long UserSeconds;
        internal long UserMicroseconds;
        internal long SystemSeconds;
        internal long SystemMicroseconds;
        internal long MaximumResidentKilobytes;
        internal long IntegralSharedMemory;
        internal long IntegralUnsharedData;
        internal long IntegralUnsharedStack;
        internal long MinorFaults;
        internal long MajorFaults;
        internal long Swaps;
        internal long BlockInputs;
        internal long BlockOutputs;
        internal long MessagesSent;
        internal long MessagesReceived;
        internal long SignalsReceived;
        internal long VoluntarySwitches;
        internal long InvoluntarySwitches;
    }
}

/// <summary>sched_setaffinity(2).</summary>
internal static partial class SchedSetAffinity
{
    /// <summary>Restricts a thread to the processors in a mask; 0 on success, −1 with errno otherwise.</summary>
    [LibraryImport("libc", EntryPoint = "sched_setaffinity", SetLastError = true)]
    internal static unsafe partial int Invoke(int threadId, nuint maskSize, ulong* mask);
}

/// <summary>setpriority(2).</summary>
internal static partial class SetPriority
{
    /// <summary>PRIO_PROCESS; on Linux a thread.</summary>
    internal const int OfProcess = 0;

    /// <summary>Sets the nice value of a thread; 0, or −1 with errno (EACCES: lower than it was, without CAP_SYS_NICE).</summary>
    [LibraryImport("libc", EntryPoint = "setpriority", SetLastError = true)]
    internal static partial int Invoke(int which, int who, int nice);
}
