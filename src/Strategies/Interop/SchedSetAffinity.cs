using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

/// <summary>sched_setaffinity(2).</summary>
internal static partial class SchedSetAffinity
{
    /// <summary>Restricts a thread to the processors in a mask; 0 on success, −1 with errno otherwise.</summary>
    [LibraryImport("libc", EntryPoint = "sched_setaffinity", SetLastError = true)]
    internal static unsafe partial int Invoke(int threadId, nuint maskSize, ulong* mask);
}
