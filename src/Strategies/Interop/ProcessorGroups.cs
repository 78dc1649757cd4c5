using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace FileTransfer.Strategies.Interop;

/// <summary>GetActiveProcessorGroupCount (winbase.h): Windows counts processors in groups of up to 64.</summary>
[SupportedOSPlatform("windows")]
internal static partial class ProcessorGroups
{
    /// <summary>Number of the groups; 0 on failure.</summary>
    [LibraryImport("kernel32.dll", EntryPoint = "GetActiveProcessorGroupCount")]
    internal static partial ushort Count();
}

/// <summary>SetThreadAffinityMask (winbase.h).</summary>
[SupportedOSPlatform("windows")]
internal static partial class ThreadAffinity
{
    /// <summary>Lets the calling thread run on these processors of its group; false on failure.</summary>
    internal static bool Set(nuint mask) => Invoke(CurrentThread(), mask) != 0;

    [LibraryImport("kernel32.dll", EntryPoint = "SetThreadAffinityMask", SetLastError = true)]
    private static partial nuint Invoke(nint thread, nuint mask);

    [LibraryImport("kernel32.dll", EntryPoint = "GetCurrentThread")]
    private static partial nint CurrentThread();
}
