using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

/// <summary>sched_getaffinity(2).</summary>
internal static partial class SchedGetAffinity
{
    /// <summary>Asks where a thread may run; 0 on success, −1 with errno (EINVAL: the mask is too small) otherwise.</summary>
    [LibraryImport("libc", EntryPoint = "sched_getaffinity", SetLastError = true)]
    internal static unsafe partial int Invoke(int threadId, nuint maskSize, ulong* mask);
}
