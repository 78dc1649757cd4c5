using System.Runtime;

namespace FileTransfer.Strategies.Tests;

/// <summary>No garbage is collected until it is disposed of: what a finaliser would close stays open, and is found.</summary>
internal sealed class NoCollection : IDisposable
{
    /// <summary>More than the transfers of one test allocate.</summary>
    private const long Budget = 200 << 20;

    private NoCollection()
    {
    }

    /// <summary>True as long as nothing was collected, because less than the budget was allocated.</summary>
    public static bool HasHeld => GCSettings.LatencyMode == GCLatencyMode.NoGCRegion;

    public static NoCollection Begin()
    {
        Assert.True(GC.TryStartNoGCRegion(Budget), "no region without garbage collection could be had");
        return new NoCollection();
    }

    /// <summary>Collects, so that what was left open by design is closed before the next test.</summary>
    public void Dispose()
    {
        if (HasHeld)
        {
            GC.EndNoGCRegion();
        }

        GC.Collect();
        GC.WaitForPendingFinalizers();
    }
}
