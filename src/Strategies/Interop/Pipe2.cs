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
