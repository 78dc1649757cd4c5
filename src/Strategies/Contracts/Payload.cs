namespace FileTransfer.Strategies.Contracts;

/// <summary>A file to send and the length that its frame announces; for a strategy that fetches, the payload to request.</summary>
/// <param name="Path">Full path of the file.</param>
/// <param name="Length">Length in bytes, read once before the first transfer.</param>
public sealed record Payload(string Path, long Length)
{
    /// <summary>
    /// Content of a generated file. A server that is asked for this content in the same length answers with the same bytes.
    /// </summary>
    public PayloadContent Content { get; init; }
}

/// <summary>Content of a generated payload.</summary>
public enum PayloadContent
{
    /// <summary>Seeded pseudo-random bytes, which cannot be compressed.</summary>
    Random,

    /// <summary>The numbers from 0 on, printed one after another: 0 to 9999 are 38,890 bytes.</summary>
    Numbers,

    /// <summary>Lines of seeded pseudo-random words, some more frequent than others: compresses like text.</summary>
    Text,
}
