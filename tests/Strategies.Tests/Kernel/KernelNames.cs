using System.Runtime.CompilerServices;

namespace FileTransfer.Strategies.Tests.Kernel;

/// <summary>
/// What the headers of Linux call everything that our code says to the kernel in numbers: constants, structures and their fields.
/// </summary>
internal static class KernelNames
{
    /// <summary>Headers that have all of it.</summary>
    public const string Headers = """
        #define _GNU_SOURCE
        #include <errno.h>
        #include <fcntl.h>
        #include <netinet/in.h>
        #include <poll.h>
        #include <sched.h>
        #include <stddef.h>
        #include <sys/epoll.h>
        #include <sys/file.h>
        #include <sys/ioctl.h>
        #include <sys/mman.h>
        #include <sys/prctl.h>
        #include <sys/resource.h>
        #include <sys/socket.h>
        #include <sys/stat.h>
        #include <sys/syscall.h>
        #include <sys/uio.h>
        #include <sys/vfs.h>
        #include <time.h>
        #include <unistd.h>
        #include <linux/errqueue.h>
        #include <linux/falloc.h>
        #include <linux/if.h>
        #include <linux/if_tun.h>
        #include <linux/io_uring.h>
        #include <linux/magic.h>
        #include <linux/mman.h>
        #include <linux/sockios.h>
        #include <linux/tcp.h>
        #include <linux/version.h>
        """;

    /// <summary>What we call it, and what they do: a line each.</summary>
    public static string[] Lines { get; } =
    [
        .. File.ReadLines(Path.Combine(Folder(), "kernel-names.txt")).Where(line => line.Length > 0 && !line.StartsWith('#')),
    ];

    /// <summary>What stands among our numbers and is in no header for programs: name, and why.</summary>
    public static string[] Unnamed { get; } =
    [
        "StatFs.Aufs: aufs is no part of Linux",
        "MinCore.Resident: mincore(2) has no name for the lowest bit",
        "ClockGetTime.CountedByScheduler: linux/posix-timers.h is a header of the kernel alone",
        "ClockGetTime.PerThread: likewise",
        "ClockGetTime.ClockBits: likewise",
        "TimeSpec.NanosecondsPerSecond: arithmetic",
        "Ioctl.InterfaceRequest.LongestName: arithmetic",
        "Native.WordsOfMask: our choice; the kernel takes any",
        "MsgZeroCopy.LargestPart: our choice",
        "MsgZeroCopy.SmallestPart: our choice",
        "StreamRun.Port: our choice",
    ];

    private static string Folder([CallerFilePath] string file = "") => Path.GetDirectoryName(file)!;
}
