using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

/// <summary>Error numbers of Linux that need an answer of their own: errno(3), asm-generic/errno-base.h and errno.h.</summary>
internal static class Errno
{
    /// <summary>EPERM: not allowed.</summary>
    internal const int NotPermitted = 1;

    /// <summary>ENOENT: there is none of that name.</summary>
    internal const int NoSuchFile = 2;

    /// <summary>EINTR: a signal came first; call again.</summary>
    internal const int Interrupted = 4;

    /// <summary>EIO: the disk, or what stands in for it, failed.</summary>
    internal const int InputOutput = 5;

    /// <summary>ENXIO: a named pipe that nobody reads from was opened for writing, without waiting.</summary>
    internal const int NoReader = 6;

    /// <summary>EAGAIN: not now, or the socket's timeout ran out.</summary>
    internal const int TryAgain = 11;

    /// <summary>ENOMEM: no memory, or no more of it may be locked.</summary>
    internal const int NoMemory = 12;

    /// <summary>EFAULT: memory that is not there; for a mapping, beyond the end of a file that was cut short.</summary>
    internal const int BadAddress = 14;

    /// <summary>ENODEV: the file system cannot map files into memory.</summary>
    internal const int NoDevice = 19;

    /// <summary>EINVAL: the kernel or the file system does not do this.</summary>
    internal const int Invalid = 22;

    /// <summary>ENFILE: the system has no descriptor left.</summary>
    internal const int TooManyOpenFilesInSystem = 23;

    /// <summary>EMFILE: the process has no descriptor left.</summary>
    internal const int TooManyOpenFiles = 24;

    /// <summary>EPIPE: nobody reads from the pipe any more.</summary>
    internal const int BrokenPipe = 32;

    /// <summary>ENOSYS: the kernel has no such call.</summary>
    internal const int NoSuchCall = 38;

    /// <summary>ETIME: the limit of a wait was reached.</summary>
    internal const int TimerExpired = 62;

    /// <summary>EOVERFLOW: a number too large for the file.</summary>
    internal const int Overflow = 75;

    /// <summary>ECONNRESET: the other end gave the connection up.</summary>
    internal const int ConnectionReset = 104;

    /// <summary>ENOBUFS: a limit on locked or socket memory was reached.</summary>
    internal const int NoBufferSpace = 105;

    /// <summary>ECANCELED: the request before it in its chain did not do all it was asked.</summary>
    internal const int Canceled = 125;
}

/// <summary>getrusage(2).</summary>
internal static partial class GetRusage
{
    internal const int Self = 0;

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
