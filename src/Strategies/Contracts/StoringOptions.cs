namespace FileTransfer.Strategies.Contracts;

/// <summary>What a receiver that stores files does beside writing them; the same for all ways of writing.</summary>
/// <param name="IsPreallocated">True to reserve the announced length on the disk before the first byte.</param>
/// <param name="Durability">What is done before a file is acknowledged.</param>
public sealed record StoringOptions(bool IsPreallocated = false, Durability Durability = Durability.None);

/// <summary>What a receiver makes sure of before it acknowledges a file that it stores.</summary>
public enum Durability
{
    /// <summary>Nothing: the file may be in the page cache alone.</summary>
    None,

    /// <summary>fdatasync(2): content and length are on the disk.</summary>
    FDataSync,

    /// <summary>fsync(2): content and all properties are on the disk.</summary>
    FSync,
}
