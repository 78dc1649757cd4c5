namespace FileTransfer.Strategies.Contracts;

/// <summary>The dimensions in which results of strategies differ; measurements record them.</summary>
/// <param name="Role">Whether the strategy sends, fetches or measures the harness.</param>
public sealed record StrategyDimensions(StrategyRole Role)
{
    /// <summary>The dimensions of most strategies: they send one file after another.</summary>
    public static StrategyDimensions Send { get; } = new(StrategyRole.Send);

    /// <summary>The <see cref="Wait"/> of strategies whose HTTP client is the runtime's.</summary>
    public const string RuntimeWait = "runtime";

    /// <summary>The <see cref="Proof"/> of downloads: the client compares lengths and checksums, and the server counts nothing.</summary>
    public const string ClientProof = "client";

    /// <summary>The <see cref="Proof"/> of uploads that a server has accepted by a status, and of which it says nothing else.</summary>
    public const string AcceptedProof = "accepted";

    /// <summary>The <see cref="Proof"/> of uploads whose number of bytes the server tells in its answer.</summary>
    public const string CountProof = "count";

    /// <summary>The <see cref="Proof"/> of uploads whose checksum the server tells in its answer.</summary>
    public const string ChecksumProof = "checksum";

    /// <summary>Number of transfers in flight at once.</summary>
    /// <remarks>1 by default.</remarks>
    public int InFlight { get; init; } = 1;

    /// <summary>
    /// Content of requests that are measured many at a time ("none", "body", "headers"); null when each transfer is measured alone.
    /// </summary>
    public string? Request { get; init; }

    /// <summary>Encoding of a fetched message on the wire ("plain", "gzip", "gRPC"); null when no message is fetched.</summary>
    public string? Encoding { get; init; }

    /// <summary>
    /// How a fetched message or file is read ("read-all", "pooled", …; "get-drain", "get-stream", …); null when nothing is fetched.
    /// </summary>
    public string? Reader { get; init; }

    /// <summary>How the server sends a fetched file ("send-file-async", "copy", …); null when no file is fetched.</summary>
    public string? Serving { get; init; }

    /// <summary>How the receiver keeps the file ("file-stream-4k", "splice", …); null when it discards it, or nothing is sent.</summary>
    public string? Keeping { get; init; }

    /// <summary>
    /// How the sender waits for the receiver's answer, such as "block" or "poll:200us"; "runtime" where HttpClient waits, in its own
    /// asynchronous way. Null for strategies that send nothing, and in older results.
    /// </summary>
    public string? Wait { get; init; }

    /// <summary>
    /// State of the page cache in which every transfer began: "cold" or "direct". Null when the file was in it, and in older results.
    /// </summary>
    public string? Cache { get; init; }

    /// <summary>For a way of the native reference, the id of the strategy that makes the same calls; null for strategies.</summary>
    public string? Counterpart { get; init; }

    /// <summary>
    /// For a variant such as <c>send-file@bbr</c>, the id of the strategy that it is one of; null for all others, and in older results.
    /// </summary>
    public string? Original { get; init; }

    /// <summary>Address of the resource on a server of another make; null for our servers, and in older results.</summary>
    public string? Url { get; init; }

    /// <summary>
    /// What proves a transfer to or from a server of another make: <see cref="ClientProof"/>, <see cref="AcceptedProof"/>,
    /// <see cref="CountProof"/> or <see cref="ChecksumProof"/>. Null for our servers, whose own counts and checksums prove it, and in older
    /// results.
    /// </summary>
    public string? Proof { get; init; }
}
