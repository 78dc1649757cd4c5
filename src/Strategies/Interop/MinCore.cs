using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

/// <summary>mincore(2).</summary>
internal static partial class MinCore
{
    /// <summary>The lowest bit of a page's byte is set when the page is in memory.</summary>
    internal const byte Resident = 1;

    /// <summary>Tells of every page of a mapping whether it is in memory; 0, or −1 with errno.</summary>
    [LibraryImport("libc", EntryPoint = "mincore", SetLastError = true)]
    internal static unsafe partial int Invoke(nint address, nuint length, byte* pages);
}
