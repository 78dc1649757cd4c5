namespace FileTransfer.Results.Explaining;

/// <summary>What is known of a case beforehand, and decides what a counter means.</summary>
internal sealed record CaseTraits
{
    /// <summary>True when both ends are pinned, so that where they run cannot change by itself.</summary>
    public bool IsPinned { get; init; }

    /// <summary>True when a header leaves in a segment of its own and Nagle's algorithm holds back what follows.</summary>
    public bool WaitsForNagle { get; init; }

    /// <summary>True when the file is read from its disk every time, as asked for.</summary>
    public bool ReadsDisk { get; init; }

    /// <summary>True when the receiver writes files itself.</summary>
    public bool Writes { get; init; }

    /// <summary>True when nothing leaves this machine.</summary>
    public bool IsLoopback { get; init; } = true;
}
