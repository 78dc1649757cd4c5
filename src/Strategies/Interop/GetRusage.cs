using System.Runtime.InteropServices;

namespace FileTransfer.Strategies.Interop;

/// <summary>getrusage(2).</summary>
internal static partial class GetRusage
{
    internal const int Self = 0;

    [LibraryImport("libc", EntryPoint = "getrusage", SetLastError = true)]
    internal static partial int Invoke(int who, out Usage usage);

    /// <summary>struct rusage of 64-bit Linux: two timevals, then fourteen longs.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct Usage
    {
        internal long UserSeconds;
        internal long UserMicroseconds;
        internal long SystemSeconds;
        internal long SystemMicroseconds;
        internal long MaximumResidentKilobytes;
        internal long IntegralSharedMemory;
        internal long IntegralUnsharedData;
        internal long IntegralUnsharedStack;
        internal long MinorFaults;
        internal long MajorFaults;
        internal long Swaps;
        internal long BlockInputs;
        internal long BlockOutputs;
        internal long MessagesSent;
        internal long MessagesReceived;
        internal long SignalsReceived;
        internal long VoluntarySwitches;
        internal long InvoluntarySwitches;
    }
}
