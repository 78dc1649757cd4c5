namespace FileTransfer.Strategies.Contracts;

/// <summary>What a receiver that keeps files does beside writing them; the same for all ways of writing.</summary>
/// <param name="IsPreallocated">True to reserve the announced length on the disk before the first byte.</param>
/// <param name="Durability">What is done before a file is acknowledged.</param>
public sealed record KeepOptions(bool IsPreallocated = false, Durability Durability = Durability.None);
