using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

/// <summary>flock(2).</summary>
internal static partial class Flock
{
    /// <summary>LOCK_EX | LOCK_NB: mine alone, or EWOULDBLOCK at once.</summary>
    internal const int ExclusiveNow = 2 | 4;

    /// <summary>Locks an open file until its last descriptor is closed; 0, or −1 with errno.</summary>
    [LibraryImport("libc", EntryPoint = "flock", SetLastError = true)]
    internal static partial int Invoke(SafeHandle descriptor, int operation);
}
