using System.Runtime.InteropServices;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Interop;

namespace FileTransfer.Strategies.Sockets;

/// <summary>Puts into words why io_uring(7) is not to be had: what was asked, what the kernel answered, what to look at.</summary>
internal static class IoUringRefusal
{
    /// <summary>Not the platform for it at all.</summary>
    public static TransferException NoPlatform() => Unsupported("io_uring(7) needs Linux on a 64-bit processor");

    /// <summary>io_uring_setup(2) failed.</summary>
    public static TransferException ForSetup(int errno) => Unsupported($"io_uring_setup(2) answered '{Marshal.GetPInvokeErrorMessage(errno)}': " + errno switch
    {
        Errno.NoSuchCall => "this kernel has no io_uring, or a seccomp filter hides it",
        Errno.NotPermitted => "the sysctl kernel.io_uring_disabled or a seccomp filter, such as a container's, forbids io_uring",
        Errno.NoMemory => "no more memory may be locked; raise RLIMIT_MEMLOCK (ulimit -l)",
        _ => "no ring could be made; it takes a descriptor (ulimit -n) and some memory",
    });

    /// <summary>The kernel has an io_uring, but an old one.</summary>
    public static TransferException ForFeatures(uint features) =>
        Unsupported($"io_uring of this kernel is too old (features 0x{features:x}): linked requests on registered files need Linux 5.18");

    /// <summary>The rings or the buffer could not be mapped.</summary>
    public static TransferException ForMapping(int errno, long length) =>
        Unsupported($"mmap(2) of {length} bytes for io_uring answered '{Marshal.GetPInvokeErrorMessage(errno)}'");

    /// <summary>The buffer could not be registered.</summary>
    public static TransferException ForBuffers(int errno, long length) => Unsupported(
        $"io_uring_register(2) of a buffer of {length} bytes answered '{Marshal.GetPInvokeErrorMessage(errno)}'"
        + (errno == Errno.NoMemory ? ": no more memory may be locked; raise RLIMIT_MEMLOCK (ulimit -l)" : ""));

    /// <summary>A file could not be registered.</summary>
    public static TransferException ForFiles(int errno) =>
        Unsupported($"io_uring_register(2) of files answered '{Marshal.GetPInvokeErrorMessage(errno)}'");

    private static TransferException Unsupported(string message) => new(TransferErrorKind.Unsupported, message);
}
