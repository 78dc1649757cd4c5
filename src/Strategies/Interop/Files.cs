using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

/// <summary>open(2).</summary>
internal static partial class Open
{
    /// <summary>O_RDONLY | O_CLOEXEC; O_CLOEXEC is 0x80000 on every architecture .NET supports.</summary>
    internal const int ReadOnlyCloseOnExec = 0x80000;

    /// <summary>O_WRONLY | O_CLOEXEC.</summary>
    internal const int WriteOnlyCloseOnExec = 0x80001;

    /// <summary>O_RDWR | O_CLOEXEC.</summary>
    internal const int ReadWriteCloseOnExec = 0x80002;

    /// <summary>O_NONBLOCK, as Linux has it: a named pipe is opened at once or not at all, and nothing on it waits.</summary>
    internal const int NonBlocking = 0x800;

    /// <summary>Opens a file by its path; a descriptor, or −1 with errno.</summary>
    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    internal static partial int Invoke(string path, int flags);
}

/// <summary>close(2).</summary>
internal static partial class Close
{
    /// <summary>Closes a descriptor; 0, or −1 with errno. Never to be called again after EINTR on Linux.</summary>
    [LibraryImport("libc", EntryPoint = "close", SetLastError = true)]
    internal static partial int Invoke(int descriptor);
}

/// <summary>read(2).</summary>
internal static unsafe partial class Read
{
    /// <summary>Reads up to <paramref name="count"/> bytes; the number read, 0 at the end, or −1 with errno.</summary>
    [LibraryImport("libc", EntryPoint = "read", SetLastError = true)]
    internal static partial nint Invoke(SafeHandle descriptor, byte* bytes, nuint count);
}

/// <summary>write(2).</summary>
internal static unsafe partial class Write
{
    /// <summary>Writes bytes; the number written, or −1 with errno.</summary>
    /// <remarks>On a pipe without a reader EPIPE alone: the runtime ignores SIGPIPE.</remarks>
    [LibraryImport("libc", EntryPoint = "write", SetLastError = true)]
    internal static partial nint Invoke(SafeHandle descriptor, byte* bytes, nuint count);
}

/// <summary>lseek(2).</summary>
internal static partial class LSeek
{
    /// <summary>SEEK_END: the offset counts from the end of the file.</summary>
    internal const int End = 2;

    /// <summary>Moves the offset of an open file; the new one, or −1 with errno.</summary>
    [LibraryImport("libc", EntryPoint = "lseek", SetLastError = true)]
    internal static partial long Invoke(int descriptor, long offset, int whence);
}

/// <summary>statx(2), whose structure is the same on every architecture, unlike that of stat(2).</summary>
internal static partial class Statx
{
    /// <summary>AT_FDCWD: a relative path starts at the current directory.</summary>
    internal const int CurrentDirectory = -100;

    /// <summary>AT_EMPTY_PATH: the question is about the descriptor itself.</summary>
    internal const int Itself = 0x1000;

    /// <summary>STATX_INO: the number that no other file of its file system has while it exists.</summary>
    internal const uint Number = 0x100;

    /// <summary>STATX_TYPE: the kind of file, in the bits of <see cref="Status.Mode"/> that <see cref="KindMask"/> (S_IFMT) names.</summary>
    internal const uint Kind = 1;

    internal const int KindMask = 0xF000;

    /// <summary>Asks about a path, following links and opening nothing; 0 on success, −1 with errno otherwise.</summary>
    [LibraryImport("libc", EntryPoint = "statx", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    internal static partial int Invoke(int folder, string path, int flags, uint mask, out Status status);

    /// <summary>Asks about an open file, with <see cref="Itself"/> and an empty path; 0 on success, −1 with errno otherwise.</summary>
    [LibraryImport("libc", EntryPoint = "statx", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    internal static partial int Invoke(SafeHandle file, string path, int flags, uint mask, out Status status);

    /// <summary>struct statx, of which only the mode and the number are read.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 256)]
    internal struct Status
    {
        [FieldOffset(28)]
        internal ushort Mode;

        [FieldOffset(32)]
        internal ulong Inode;
    }
}

/// <summary>fcntl(2), for commands that take an integer.</summary>
internal static partial class Fcntl
{
    /// <summary>F_SETFL: replaces the status flags, of which O_NONBLOCK is one.</summary>
    internal const int SetStatusFlags = 4;

    /// <summary>F_SETPIPE_SZ: asks for a pipe that holds this many bytes; returns how many it got.</summary>
    internal const int SetPipeSize = 1031;

    /// <summary>F_GETPIPE_SZ: how many bytes a pipe holds.</summary>
    internal const int GetPipeSize = 1032;

    /// <summary>Changes or asks for something of a descriptor; −1 with errno when refused.</summary>
    /// <remarks>Variadic in C; on Linux the third argument is passed like any other.</remarks>
    [LibraryImport("libc", EntryPoint = "fcntl", SetLastError = true)]
    internal static partial int Invoke(int descriptor, int command, int argument);

    /// <summary>The same for a descriptor that is owned by a handle.</summary>
    [LibraryImport("libc", EntryPoint = "fcntl", SetLastError = true)]
    internal static partial int Invoke(SafeHandle descriptor, int command, int argument);
}

/// <summary>flock(2).</summary>
internal static partial class Flock
{
    /// <summary>LOCK_EX | LOCK_NB: mine alone, or EWOULDBLOCK at once.</summary>
    internal const int ExclusiveNow = 2 | 4;

    /// <summary>Locks an open file until its last descriptor is closed; 0, or −1 with errno.</summary>
    [LibraryImport("libc", EntryPoint = "flock", SetLastError = true)]
    internal static partial int Invoke(SafeHandle descriptor, int operation);
}
