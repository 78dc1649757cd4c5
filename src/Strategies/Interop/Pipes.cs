using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

/// <summary>pipe2(2).</summary>
internal static unsafe partial class Pipe2
{
    /// <summary>O_CLOEXEC; 0x80000 on every architecture .NET supports.</summary>
    internal const int CloseOnExec = 0x80000;

    /// <summary>Makes a pipe; 0 and its read end before its write end in <paramref name="ends"/>, or −1 with errno.</summary>
    [LibraryImport("libc", EntryPoint = "pipe2", SetLastError = true)]
    internal static partial int Invoke(int* ends, int flags);
}

/// <summary>splice(2).</summary>
internal static partial class Splice
{
    /// <summary>SPLICE_F_MOVE: pages may be moved instead of copied.</summary>
    internal const uint Move = 1;

    /// <summary>SPLICE_F_MORE: more follows at once, so that TCP waits to fill the segment.</summary>
    internal const uint More = 4;

    /// <summary>
    /// Moves up to <paramref name="count"/> bytes of a file into a pipe; the number moved, 0 at the end of the file, or −1 with errno.
    /// </summary>
    /// <remarks>
    /// Waits for room, then moves as many bytes as fit. Advances <paramref name="offset"/> and leaves the file's own offset
    /// unchanged.
    /// </remarks>
    [LibraryImport("libc", EntryPoint = "splice", SetLastError = true)]
    internal static partial nint FromFile(int file, ref long offset, int pipe, nint none, nuint count, uint flags);

    /// <summary>The same into a pipe that is owned by a handle.</summary>
    [LibraryImport("libc", EntryPoint = "splice", SetLastError = true)]
    internal static partial nint FromFile(int file, ref long offset, SafeHandle pipe, nint none, nuint count, uint flags);

    /// <summary>Moves up to <paramref name="count"/> bytes out of a pipe into a socket; the number moved, or −1 with errno.</summary>
    [LibraryImport("libc", EntryPoint = "splice", SetLastError = true)]
    internal static partial nint ToSocket(int pipe, nint none, SafeHandle socket, nint alsoNone, nuint count, uint flags);

    /// <summary>
    /// Moves up to <paramref name="count"/> bytes that have come from a socket into a pipe; the number moved, 0 at the end of the
    /// stream, or −1 with errno: EAGAIN when SO_RCVTIMEO expired.
    /// </summary>
    [LibraryImport("libc", EntryPoint = "splice", SetLastError = true)]
    internal static partial nint FromSocket(SafeHandle socket, nint none, int pipe, nint alsoNone, nuint count, uint flags);

    /// <summary>Moves up to <paramref name="count"/> bytes out of a pipe into a file; the number moved, or −1 with errno.</summary>
    [LibraryImport("libc", EntryPoint = "splice", SetLastError = true)]
    internal static partial nint ToFile(int pipe, nint none, SafeHandle file, ref long offset, nuint count, uint flags);
}

/// <summary>vmsplice(2).</summary>
internal static unsafe partial class VmSplice
{
    /// <summary>Puts references to pages of memory into a pipe; the number of bytes, or −1 with errno.</summary>
    /// <remarks>Waits for room, then takes as many pages as fit. EFAULT for a mapped page beyond the end of a truncated file.</remarks>
    [LibraryImport("libc", EntryPoint = "vmsplice", SetLastError = true)]
    internal static partial nint Invoke(SafeHandle pipe, IoVector* ranges, nuint count, uint flags);
}

/// <summary>mkfifo(3).</summary>
internal static partial class MkFifo
{
    /// <summary>Mode 0600: this user alone.</summary>
    internal const uint OwnerOnly = 0x180;

    /// <summary>Makes a named pipe; 0, or −1 with errno.</summary>
    [LibraryImport("libc", EntryPoint = "mkfifo", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    internal static partial int Invoke(string path, uint mode);
}
