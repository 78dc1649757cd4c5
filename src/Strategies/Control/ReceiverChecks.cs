namespace FileTransfer.Strategies.Control;

/// <summary>The server's answer to <c>GET /checks</c>: the checksums of the frames that it chose to check.</summary>
/// <param name="Frames">Frames the receiver has acknowledged so far.</param>
/// <param name="Checks">The checked frames in order; a receiver keeps the last <see cref="Most"/> of them.</param>
public sealed record ReceiverChecks(long Frames, IReadOnlyList<FrameCheck> Checks)
{
    /// <summary>Maximum number of checks that a receiver keeps.</summary>
    public const int Most = 1 << 16;
}

/// <summary>One checked frame.</summary>
/// <param name="Frame">Number of the frame at its receiver, counted from 1.</param>
/// <param name="Crc32C">CRC-32C of its content.</param>
public readonly record struct FrameCheck(long Frame, uint Crc32C);
