using System.Numerics;
using System.Runtime.InteropServices;

namespace FileTransfer.Sending;

/// <summary>Functions and constants of the C library of 64-bit Linux.</summary>
/// <remarks>In a 32-bit process their arguments have other lengths; what is portable is used there.</remarks>
internal static unsafe partial class Native
{
    internal const int NotFound = 2;
    internal const int Interrupted = 4;
    internal const int InputOutput = 5;
    internal const int TryAgain = 11;
    internal const int Forbidden = 13;
    internal const int Invalid = 22;
    internal const int NotImplemented = 38;
    internal const int Overflow = 75;
    internal const int Reset = 104;
    internal const int TimedOut = 110;
    internal const int CloseOnExec = 0x80000;
    internal const int NonBlocking = 0x800;
    internal const int GetFlags = 3;
    internal const int SetPipeSize = 1031;
    internal const int More = 0x8000;
    internal const int NoSignal = 0x4000;

    internal const uint Move = 1;
    internal const uint MoreFollows = 4;
    internal const int NoWait = 8;

    private const int EmptyPath = 0x1000;
    private const uint TypeAndSize = 0x1 | 0x200;
    private const int TypeMask = 0xF000;

    // struct statx, statx(2): the same on every architecture, unlike that of fstat(2).
    private const int FactsSize = 256;
    private const int TypeOffset = 28;
    private const int LengthOffset = 40;

    private const int WordsOfMask = 16;

    /// <summary>True where the functions can be called as they are declared here.</summary>
    internal static bool IsAvailable => OperatingSystem.IsLinux() && Environment.Is64BitProcess;

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    internal static partial int Open(string path, int flags);

    [LibraryImport("libc", EntryPoint = "close")]
    internal static partial int Close(int file);

    [LibraryImport("libc", EntryPoint = "pread", SetLastError = true)]
    internal static partial nint Read(int file, byte* buffer, nuint count, long offset);

    [LibraryImport("libc", EntryPoint = "send", SetLastError = true)]
    internal static partial nint Send(SafeHandle socket, byte* bytes, nuint count, int flags);

    [LibraryImport("libc", EntryPoint = "fcntl")]
    internal static partial int Control(SafeHandle file, int command, int argument);

    [LibraryImport("libc", EntryPoint = "sendfile", SetLastError = true)]
    internal static partial nint SendFile(SafeHandle socket, int file, ref long offset, nuint count);

    [LibraryImport("libc", EntryPoint = "pipe2", SetLastError = true)]
    internal static partial int Pipe(int* ends, int flags);

    [LibraryImport("libc", EntryPoint = "splice", SetLastError = true)]
    internal static partial nint Splice(int file, ref long offset, SafeHandle pipe, nint none, nuint count, uint flags);

    [LibraryImport("libc", EntryPoint = "splice", SetLastError = true)]
    internal static partial nint Splice(SafeHandle pipe, nint none, SafeHandle socket, nint alsoNone, nuint count, uint flags);

    [LibraryImport("libc", EntryPoint = "read", SetLastError = true)]
    internal static partial nint ReadPipe(SafeHandle pipe, byte* buffer, nuint count);

    [LibraryImport("libc", EntryPoint = "preadv2", SetLastError = true)]
    internal static partial nint Read(int file, nuint* ranges, int count, long offset, int flags);

    /// <summary>Type and length of an open file.</summary>
    /// <returns>False on failure, which the last error names.</returns>
    internal static bool TryInspect(int file, out FileType type, out long length)
    {
        byte* facts = stackalloc byte[FactsSize];
        bool isKnown = Statx(file, string.Empty, EmptyPath, TypeAndSize, facts) == 0;
        type = isKnown ? (FileType)(*(ushort*)(facts + TypeOffset) & TypeMask) : default;
        length = isKnown ? *(long*)(facts + LengthOffset) : 0;
        return isKnown;
    }

    /// <summary>The only processor that a process may run on; null when there are several, or it is unknown.</summary>
    /// <param name="process">Its id, or 0 for the calling thread: sched_getaffinity(2).</param>
    internal static int? OnlyProcessorOf(int process)
    {
        Span<ulong> mask = stackalloc ulong[WordsOfMask];
        mask.Clear();
        fixed (ulong* words = mask)
        {
            if (Affinity(process, WordsOfMask * sizeof(ulong), words) < 0)
            {
                return null;
            }
        }

        int? only = null;
        for (int i = 0; i < mask.Length; i++)
        {
            if (mask[i] != 0 && (only is not null || !BitOperations.IsPow2(mask[i])))
            {
                return null;
            }

            only ??= mask[i] != 0 ? (i * 64) + BitOperations.TrailingZeroCount(mask[i]) : null;
        }

        return only;
    }

    [LibraryImport("libc", EntryPoint = "statx", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Statx(int folder, string path, int flags, uint wanted, byte* facts);

    [LibraryImport("libc", EntryPoint = "sched_getaffinity")]
    private static partial int Affinity(int process, nuint size, ulong* mask);
}
