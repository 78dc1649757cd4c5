using System.Runtime.InteropServices;
using FileTransfer.Strategies.Contracts;
using FileTransfer.Strategies.Interop;

namespace FileTransfer.Strategies.Sockets;

/// <summary>Makes the exceptions for an unavailable io_uring(7): the failed call, the kernel's error and the settings to check.</summary>
internal static class IoUringRefusal
{
    /// <summary>The platform has no io_uring.</summary>
    public static TransferException NoPlatform() => Unsupported("io_uring(7) needs Linux on a 64-bit processor");

    /// <summary>io_uring_setup(2) failed.</summary>
    public static TransferException ForSetup(int errno) => Unsupported(
        $"io_uring_setup(2) failed with '{Marshal.GetPInvokeErrorMessage(errno)}': " + errno switch
        {
            Errno.NoSuchCall => "this kernel has no io_uring, or a seccomp filter hides it",
            Errno.NotPermitted => "the sysctl kernel.io_uring_disabled or a seccomp filter, such as a container's, forbids io_uring",
            Errno.NoMemory => "the limit of locked memory is reached; raise RLIMIT_MEMLOCK (ulimit -l)",
            _ => "the ring could not be made; it needs a descriptor (ulimit -n) and some memory",
        });

    /// <summary>The kernel's io_uring lacks a needed feature.</summary>
    public static TransferException ForFeatures(uint features) =>
        Unsupported($"io_uring of this kernel is too old (features 0x{features:x}): linked requests on registered files need Linux 5.18");

    /// <summary>The rings or the buffer could not be mapped.</summary>
    public static TransferException ForMapping(int errno, long length) =>
        Unsupported($"mmap(2) of {length} bytes for io_uring failed with '{Marshal.GetPInvokeErrorMessage(errno)}'");

    /// <summary>The buffer could not be registered.</summary>
    public static TransferException ForBuffers(int errno, long length) => Unsupported(
        $"io_uring_register(2) of a buffer of {length} bytes failed with '{Marshal.GetPInvokeErrorMessage(errno)}'"
        + (errno == Errno.NoMemory ? ": the limit of locked memory is reached; raise RLIMIT_MEMLOCK (ulimit -l)" : ""));

    /// <summary>A file could not be registered.</summary>
    public static TransferException ForFiles(int errno) =>
        Unsupported($"io_uring_register(2) of files failed with '{Marshal.GetPInvokeErrorMessage(errno)}'");

    private static TransferException Unsupported(string message) => new(TransferErrorKind.Unsupported, message);
}
