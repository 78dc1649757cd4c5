using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Tests;

/// <summary>A file with seeded content, and what a receiver must say about it.</summary>
public sealed record TestPayload(Payload Payload, uint Crc32C);
