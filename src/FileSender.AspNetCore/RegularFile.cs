using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace FileTransfer.Sending.AspNetCore;

/// <summary>Opens a file and looks at it by two system calls.</summary>
/// <remarks>
/// File.OpenHandle takes eight. Two of them lock and unlock the file, which takes the longer the more responses send the same one.
/// </remarks>
internal static unsafe partial class RegularFile
{
    private const int CloseOnExec = 0x80000;

    /// <summary>Without it the opening of a named pipe waits for a writer; for files it means nothing: open(2).</summary>
    private const int NonBlocking = 0x800;

    private const int EmptyPath = 0x1000;
    private const uint TypeSizeAndTime = 0x1 | 0x40 | 0x200;
    private const int TypeMask = 0xF000;
    private const int Regular = 0x8000;

    // struct statx, statx(2): the same on every architecture.
    private const int FactsSize = 256;
    private const int TypeOffset = 28;
    private const int LengthOffset = 40;
    private const int SecondsOffset = 112;
    private const int NanosecondsOffset = 120;

    /// <summary>Opens a file for reading; null when there is none that can be.</summary>
    public static SafeFileHandle? Open(string path)
    {
        int file = Open(path, CloseOnExec | NonBlocking);
        return file < 0 ? null : new SafeFileHandle(file, ownsHandle: true);
    }

    /// <summary>What an open file is like now; null when it is no regular one.</summary>
    public static FileState? StateOf(SafeFileHandle file)
    {
        byte* facts = stackalloc byte[FactsSize];
        bool isRegular = Statx(file, string.Empty, EmptyPath, TypeSizeAndTime, facts) == 0
            && (*(ushort*)(facts + TypeOffset) & TypeMask) == Regular;
        return isRegular
            ? new FileState(*(long*)(facts + LengthOffset), *(long*)(facts + SecondsOffset), *(uint*)(facts + NanosecondsOffset))
            : null;
    }

    [LibraryImport("libc", EntryPoint = "open", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Open(string path, int flags);

    [LibraryImport("libc", EntryPoint = "statx", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Statx(SafeHandle file, string path, int flags, uint wanted, byte* facts);
}

/// <summary>What changes when a file is written to.</summary>
/// <param name="Length">Length in bytes.</param>
/// <param name="Seconds">When it was written to last, in seconds since 1970.</param>
/// <param name="Nanoseconds">And nanoseconds.</param>
internal readonly record struct FileState(long Length, long Seconds, uint Nanoseconds);
