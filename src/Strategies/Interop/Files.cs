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

    /// <summary>O_NONBLOCK on Linux: neither opening a named pipe nor a call on it waits.</summary>
    internal const int NonBlocking = 0x800;

    /// <summary>
    /// O_DIRECT: reads bypass the page cache; offsets, lengths and addresses have to be aligned. Its value depends on the architecture.
    /// </summary>
    internal static int Direct { get; } = DirectOn(RuntimeInformation.ProcessArchitecture);

    /// <summary>O_NOFOLLOW: a symbolic link is not opened, which fails with ELOOP. Its value depends on the architecture.</summary>
    internal static int NoFollow { get; } = NoFollowOn(RuntimeInformation.ProcessArchitecture);

    /// <summary>O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC: a new file. O_EXCL follows no symbolic link in its place: open(2).</summary>
    internal const int CreateNew = 0x40 | 0x80 | ReadWriteCloseOnExec;

    /// <summary>Mode 0600: this user alone.</summary>
    internal const int OwnerOnly = 0x180;

    /// <summary>Opens a file by its path; a descriptor, or −1 with errno.</summary>
    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    internal static partial int Invoke(string path, int flags);

    /// <summary>Makes a file with a mode; a descriptor, or −1 with errno.</summary>
    /// <remarks>Variadic in C; on Linux the third argument is passed like any other.</remarks>
    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    internal static partial int Invoke(string path, int flags, int mode);

    /// <summary>O_DIRECT of an architecture.</summary>
    internal static int DirectOn(Architecture architecture) => architecture switch
    {
        Architecture.Arm or Architecture.Arm64 => 0x10000,
        Architecture.Ppc64le => 0x20000,
        _ => 0x4000,
    };

    /// <summary>O_NOFOLLOW of an architecture.</summary>
    internal static int NoFollowOn(Architecture architecture) =>
        architecture is Architecture.Arm or Architecture.Arm64 or Architecture.Ppc64le ? 0x8000 : 0x20000;
}

/// <summary>close(2).</summary>
internal static partial class Close
{
    /// <summary>Closes a descriptor; 0, or −1 with errno. On Linux it must not be repeated after EINTR.</summary>
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
    /// <remarks>On a pipe without a reader it fails with EPIPE and raises no signal: the .NET runtime ignores SIGPIPE.</remarks>
    [LibraryImport("libc", EntryPoint = "write", SetLastError = true)]
    internal static partial nint Invoke(SafeHandle descriptor, byte* bytes, nuint count);
}

/// <summary>pwrite(2).</summary>
internal static unsafe partial class PWrite
{
    /// <summary>Writes bytes at an offset of a file; the number written, or −1 with errno.</summary>
    [LibraryImport("libc", EntryPoint = "pwrite", SetLastError = true)]
    internal static partial nint Invoke(SafeHandle file, byte* bytes, nuint count, long offset);
}

/// <summary>ftruncate(2).</summary>
internal static partial class FTruncate
{
    /// <summary>Gives a file this length; 0, or −1 with errno. What is added reads as zeros and occupies nothing.</summary>
    [LibraryImport("libc", EntryPoint = "ftruncate", SetLastError = true)]
    internal static partial int Invoke(SafeHandle file, long length);
}

/// <summary>fallocate(2).</summary>
internal static partial class FAllocate
{
    /// <summary>FALLOC_FL_KEEP_SIZE: the file keeps its length. .NET reserves room for a file in the same way.</summary>
    internal const int KeepSize = 1;

    /// <summary>Reserves blocks; 0, or −1 with errno: ENOSPC, EOPNOTSUPP.</summary>
    [LibraryImport("libc", EntryPoint = "fallocate", SetLastError = true)]
    internal static partial int Invoke(SafeHandle file, int mode, long offset, long length);
}

/// <summary>fsync(2) and fdatasync(2).</summary>
internal static partial class FSync
{
    /// <summary>Waits until content and properties are on the disk; 0, or −1 with errno.</summary>
    [LibraryImport("libc", EntryPoint = "fsync", SetLastError = true)]
    internal static partial int Invoke(SafeHandle file);

    /// <summary>Waits until the content is on the disk, and what is needed to read it, such as the length; 0, or −1 with errno.</summary>
    [LibraryImport("libc", EntryPoint = "fdatasync", SetLastError = true)]
    internal static partial int Data(SafeHandle file);

    /// <summary>The same for a descriptor that no handle owns.</summary>
    [LibraryImport("libc", EntryPoint = "fdatasync", SetLastError = true)]
    internal static partial int Data(int descriptor);
}

/// <summary>statfs(2).</summary>
internal static partial class StatFs
{
    /// <summary>Reads the properties of the file system of a path; 0 on success, −1 with errno otherwise.</summary>
    [LibraryImport("libc", EntryPoint = "statfs", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    internal static partial int Invoke(string path, out Status status);

    /// <summary>TMPFS_MAGIC: <see cref="Status.Type"/> of a file system in memory; linux/magic.h.</summary>
    internal const long TmpFs = 0x01021994;

    /// <summary>RAMFS_MAGIC.</summary>
    internal const long RamFs = 0x858458f6;

    /// <summary>HUGETLBFS_MAGIC.</summary>
    internal const long HugeTlbFs = 0x958458f6;

    /// <summary>OVERLAYFS_SUPER_MAGIC.</summary>
    internal const long Overlay = 0x794c7630;

    /// <summary>ECRYPTFS_SUPER_MAGIC.</summary>
    internal const long ECryptFs = 0xf15f;

    /// <summary>AUFS_SUPER_MAGIC, of aufs's own header: it is not part of Linux.</summary>
    internal const long Aufs = 0x61756673;

    /// <summary>struct statfs of 64-bit Linux, which begins with the type; only that is used here.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 120)]
    internal struct Status
    {
        [FieldOffset(0)]
        internal long Type;
    }
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

    /// <summary>AT_EMPTY_PATH: the call applies to the descriptor itself.</summary>
    internal const int Itself = 0x1000;

    /// <summary>STATX_INO: the inode number, unique in its file system while the file exists.</summary>
    internal const uint Number = 0x100;

    /// <summary>
    /// STATX_TYPE: the kind of file, in the bits of <see cref="Status.Mode"/> that <see cref="KindMask"/> (S_IFMT) names.
    /// </summary>
    internal const uint Kind = 1;

    /// <summary>STATX_BLOCKS: the blocks of 512 bytes that the file occupies.</summary>
    internal const uint Blocks = 0x400;

    internal const int KindMask = 0xF000;

    /// <summary>S_IFREG: a regular file.</summary>
    internal const int Regular = 0x8000;

    /// <summary>S_IFLNK: a symbolic link.</summary>
    internal const int Link = 0xA000;

    /// <summary>AT_SYMLINK_NOFOLLOW: the call applies to a symbolic link itself.</summary>
    internal const int NoFollow = 0x100;

    /// <summary>STATX_SIZE: the length in bytes.</summary>
    internal const uint Size = 0x200;

    /// <summary>STATX_MTIME | STATX_CTIME: when the content was written last, and when content or properties changed last.</summary>
    internal const uint Times = 0x40 | 0x80;

    /// <summary>Reads the properties of a path without opening it, and follows links; 0 on success, −1 with errno otherwise.</summary>
    [LibraryImport("libc", EntryPoint = "statx", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    internal static partial int Invoke(int folder, string path, int flags, uint mask, out Status status);

    /// <summary>
    /// Reads the properties of an open file, with <see cref="Itself"/> and an empty path; 0 on success, −1 with errno otherwise.
    /// </summary>
    [LibraryImport("libc", EntryPoint = "statx", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    internal static partial int Invoke(SafeHandle file, string path, int flags, uint mask, out Status status);

    /// <summary>struct statx; only the fields that are used here.</summary>
    [StructLayout(LayoutKind.Explicit, Size = 256)]
    internal struct Status
    {
        [FieldOffset(28)]
        internal ushort Mode;

        [FieldOffset(32)]
        internal ulong Inode;

        [FieldOffset(40)]
        internal long Length;

        [FieldOffset(48)]
        internal ulong Blocks;

        [FieldOffset(96)]
        internal long ChangedSeconds;

        [FieldOffset(104)]
        internal uint ChangedNanoseconds;

        [FieldOffset(112)]
        internal long WrittenSeconds;

        [FieldOffset(120)]
        internal uint WrittenNanoseconds;

        [FieldOffset(136)]
        internal uint DeviceMajor;

        [FieldOffset(140)]
        internal uint DeviceMinor;
    }
}

/// <summary>fcntl(2), for commands that take an integer.</summary>
internal static partial class Fcntl
{
    /// <summary>F_SETFL: replaces the status flags, of which O_NONBLOCK is one.</summary>
    internal const int SetStatusFlags = 4;

    /// <summary>F_SETPIPE_SZ: requests a capacity in bytes for a pipe; returns the actual capacity.</summary>
    internal const int SetPipeSize = 1031;

    /// <summary>F_GETPIPE_SZ: returns the capacity of a pipe in bytes.</summary>
    internal const int GetPipeSize = 1032;

    /// <summary>Sets or reads a property of a descriptor; −1 with errno when refused.</summary>
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
    /// <summary>LOCK_EX | LOCK_NB: an exclusive lock, or EWOULDBLOCK without waiting.</summary>
    internal const int ExclusiveNow = 2 | 4;

    /// <summary>Locks an open file until its last descriptor is closed; 0, or −1 with errno.</summary>
    [LibraryImport("libc", EntryPoint = "flock", SetLastError = true)]
    internal static partial int Invoke(SafeHandle descriptor, int operation);
}
