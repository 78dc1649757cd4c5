namespace FileTransfer.Strategies.Interop;

/// <summary>Error numbers of Linux that need an answer of their own: errno(3), asm-generic/errno-base.h and errno.h.</summary>
internal static class Errno
{
    /// <summary>EINTR: a signal came first; call again.</summary>
    internal const int Interrupted = 4;

    /// <summary>EAGAIN: not now, or the socket's timeout ran out.</summary>
    internal const int TryAgain = 11;

    /// <summary>EFAULT: memory that is not there; for a mapping, beyond the end of a file that was cut short.</summary>
    internal const int BadAddress = 14;

    /// <summary>EINVAL: the kernel or the file system does not do this.</summary>
    internal const int Invalid = 22;

    /// <summary>ENOSYS: the kernel has no such call.</summary>
    internal const int NoSuchCall = 38;

    /// <summary>ENOBUFS: a limit on locked or socket memory was reached.</summary>
    internal const int NoBufferSpace = 105;
}
