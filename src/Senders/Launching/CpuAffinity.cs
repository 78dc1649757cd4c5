namespace FileTransfer.Senders.Launching;

/// <summary>CPU affinity of sender and receiver.</summary>
internal enum CpuAffinity
{
    /// <summary>None: both are left to the scheduler.</summary>
    None,

    /// <summary>Both on one processor: the cost of the method itself, steady for small files.</summary>
    Same,

    /// <summary>Sender on one processor, receiver on another.</summary>
    Split,
}
