using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace FileTransfer.Strategies.Interop;

/// <summary>clock_gettime(2).</summary>
internal static partial class ClockGetTime
{
    /// <summary>A time: struct timespec of 64-bit Linux.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct TimeSpec
    {
        public long Seconds;
        public long Nanoseconds;
    }

    /// <summary>Reads a clock.</summary>
    /// <returns>0, or −1 with an error.</returns>
    [SupportedOSPlatform("linux")]
    [LibraryImport("libc", EntryPoint = "clock_gettime", SetLastError = true)]
    internal static partial int Invoke(int clock, out TimeSpec time);
}
