namespace FileTransfer.Strategies.Contracts;

/// <summary>A file to be sent and the length that its frame announces; or, for what fetches, what is to be asked for.</summary>
/// <param name="Path">Full path of the file.</param>
/// <param name="Length">Length in bytes, read once before the first transfer.</param>
public sealed record Payload(string Path, long Length)
{
    /// <summary>What the file is made of, where it was generated: a server that is asked for the same length of it answers the same bytes.</summary>
    public PayloadContent Content { get; init; }
}
