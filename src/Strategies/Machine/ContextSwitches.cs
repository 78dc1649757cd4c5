using System.Runtime.InteropServices;
using FileTransfer.Strategies.Interop;

namespace FileTransfer.Strategies.Machine;

/// <summary>Counts the context switches of this process.</summary>
public static class ContextSwitches
{
    /// <summary>Voluntary and involuntary context switches of all threads so far (getrusage(2)), or null where unknown.</summary>
    public static long? OfThisProcess() => Usage is { } usage ? usage.VoluntarySwitches + usage.InvoluntarySwitches : null;

    /// <summary>
    /// Involuntary context switches of all threads so far: a runnable thread was preempted (getrusage(2)); null where unknown.
    /// </summary>
    public static long? InvoluntaryOfThisProcess() => Usage?.InvoluntarySwitches;

    private static GetRusage.Usage? Usage =>
        OperatingSystem.IsLinux() && RuntimeInformation.ProcessArchitecture is Architecture.X64 or Architecture.Arm64
            && GetRusage.Invoke(GetRusage.Self, out GetRusage.Usage usage) == 0
            ? usage
            : null;
}
