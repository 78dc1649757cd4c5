namespace FileTransfer.Strategies.Contracts;

/// <summary>Where a server of another make tells, in its answer to an upload, what has arrived.</summary>
/// <param name="Field">Field of the object in JSON that it answers.</param>
/// <param name="Kind">What the field holds.</param>
public sealed record UploadProof(string Field, UploadProofKind Kind);

/// <summary>What a server tells of an upload.</summary>
public enum UploadProofKind
{
    /// <summary>The number of bytes.</summary>
    Bytes,

    /// <summary>Their CRC-32C: 8 hexadecimal digits, base64 of 4 bytes, or a number.</summary>
    Crc32C,

    /// <summary>Their SHA-256: 64 hexadecimal digits, or base64 of 32 bytes.</summary>
    Sha256,
}
