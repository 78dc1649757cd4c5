namespace FileTransfer.Harness.Measuring;

/// <summary>Where sender and receiver run.</summary>
internal enum Placement
{
    /// <summary>Left to the scheduler.</summary>
    Free,

    /// <summary>Both on one processor: the cost of the method itself, steady for small files.</summary>
    Same,

    /// <summary>Sender on one processor, receiver on another.</summary>
    Split,
}
