using System.Diagnostics;

namespace FileTransfer.Harness.Load.Generating;

/// <summary>What both ends spent on a load.</summary>
internal sealed class LoadCosts
{
    private TimeSpan? _cpuBefore;
    private long _allocatedBefore;

    /// <summary>CPU time of this process, in seconds; null when it was not measured to the end.</summary>
    public double? Sender { get; private set; }

    /// <summary>CPU time of the server, in seconds; null when it did not answer.</summary>
    public double? Receiver { get; set; }

    /// <summary>Managed bytes that this process allocated.</summary>
    public long AllocatedBytes { get; private set; }

    /// <summary>Largest working set of this process so far, in bytes.</summary>
    public long PeakWorkingSetBytes { get; private set; }

    /// <summary>Call before the first transfer.</summary>
    public void Begin()
    {
        _allocatedBefore = GC.GetTotalAllocatedBytes();
        _cpuBefore = Environment.CpuUsage.TotalTime;
    }

    /// <summary>Call after the last transfer; a second call changes nothing.</summary>
    public void End()
    {
        if (_cpuBefore is { } before && Sender is null)
        {
            Sender = (Environment.CpuUsage.TotalTime - before).TotalSeconds;
            AllocatedBytes = GC.GetTotalAllocatedBytes() - _allocatedBefore;
            using var process = Process.GetCurrentProcess();
            PeakWorkingSetBytes = process.PeakWorkingSet64;
        }
    }
}
