using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

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
