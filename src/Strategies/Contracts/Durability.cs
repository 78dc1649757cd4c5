namespace FileTransfer.Strategies.Contracts;

/// <summary>What a receiver makes sure of before it acknowledges a file that it keeps.</summary>
public enum Durability
{
    /// <summary>Nothing: the file may be in the page cache alone.</summary>
    None,

    /// <summary>fdatasync(2): content and length are on the disk.</summary>
    FDataSync,

    /// <summary>fsync(2): content and all properties are on the disk.</summary>
    FSync,
}
