namespace FileTransfer.Harness.Measuring;

/// <summary>CPU affinity of sender and receiver.</summary>
public enum CpuAffinity
{
    /// <summary>None: both are left to the scheduler.</summary>
    None,

    /// <summary>Both on processor 0: the cost of the method itself, steady for small files.</summary>
    Same,

    /// <summary>Sender on processor 0, receiver on processor 1.</summary>
    Split,
}
