using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Sockets;

// The functions of the C library that the Linux part calls.
public sealed partial class FileSender
{
    /// <summary>Functions and constants of the C library of Linux.</summary>
    private static unsafe partial class Native
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
        internal const int CloseOnExec = 0x80000;
        internal const int ReadOnlyCloseOnExec = CloseOnExec;
        internal const int SetPipeSize = 1031;
        internal const uint SpliceMove = 1;
        internal const uint SpliceMore = 1 | 4;
        internal const int FromEnd = 2;
        internal const int More = 0x8000;

        [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
        internal static partial int Open(string path, int flags);

        [LibraryImport("libc", EntryPoint = "close")]
        internal static partial int Close(int file);

        [LibraryImport("libc", EntryPoint = "lseek", SetLastError = true)]
        internal static partial long Seek(int file, long offset, int whence);

        [LibraryImport("libc", EntryPoint = "pread", SetLastError = true)]
        internal static partial nint Read(int file, byte* buffer, nuint count, long offset);

        [LibraryImport("libc", EntryPoint = "send", SetLastError = true)]
        internal static partial nint Send(SafeHandle socket, byte* bytes, nuint count, int flags);

        [LibraryImport("libc", EntryPoint = "pipe2")]
        internal static partial int Pipe(int* ends, int flags);

        [LibraryImport("libc", EntryPoint = "fcntl")]
        internal static partial int Control(SafeHandle file, int command, int argument);

        [LibraryImport("libc", EntryPoint = "splice", SetLastError = true)]
        internal static partial nint FillPipe(int file, ref long offset, SafeHandle pipe, nint noOffset, nuint count, uint flags);

        [LibraryImport("libc", EntryPoint = "splice", SetLastError = true)]
        internal static partial nint EmptyPipe(
            SafeHandle pipe,
            nint noOffset,
            SafeHandle socket,
            nint noOffsetEither,
            nuint count,
            uint flags);

        [LibraryImport("libc", EntryPoint = "sendfile", SetLastError = true)]
        internal static partial nint SendFile(SafeHandle socket, int file, ref long offset, nuint count);
    }
}
