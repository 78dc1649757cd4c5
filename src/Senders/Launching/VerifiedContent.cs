namespace FileTransfer.Senders.Launching;

/// <summary>The content of a file of which a transfer was verified.</summary>
/// <param name="Crc32C">Its CRC-32C, never 0: a transfer without a checksum verifies nothing.</param>
/// <param name="WrittenUtc">When the file was last written.</param>
internal sealed record VerifiedContent(uint Crc32C, DateTime WrittenUtc);
