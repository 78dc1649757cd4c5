namespace FileTransfer.Harness.Measuring;

/// <summary>Where sender and receiver run.</summary>
public enum Placement
{
    /// <summary>Left to the scheduler.</summary>
    Free,

    /// <summary>Both on processor 0: the cost of the method itself, steady for small files.</summary>
    Same,

    /// <summary>Sender on processor 0, receiver on processor 1.</summary>
    Split,
}
