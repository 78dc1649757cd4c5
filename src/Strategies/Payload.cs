namespace FileTransfer.Strategies;

/// <summary>A file to be sent and the length that its frame announces.</summary>
/// <param name="Path">Full path of the file.</param>
/// <param name="Length">Length in bytes, read once before the first transfer.</param>
public sealed record Payload(string Path, long Length);
