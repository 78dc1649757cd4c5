namespace FileTransfer.Strategies.Control;

/// <summary>The server's answer to <c>GET /checks</c>: what it found in the frames that it chose to check.</summary>
/// <param name="Frames">Frames the receiver has acknowledged so far.</param>
/// <param name="Checks">The frames that were checked, in their order; a receiver remembers the last <see cref="Most"/> of them.</param>
public sealed record ReceiverChecks(long Frames, IReadOnlyList<FrameCheck> Checks)
{
    /// <summary>Most that a receiver remembers.</summary>
    public const int Most = 1 << 16;
}

/// <summary>One frame that was checked.</summary>
/// <param name="Frame">Its number at its receiver, from 1.</param>
/// <param name="Crc32C">CRC-32C of its content.</param>
public readonly record struct FrameCheck(long Frame, uint Crc32C);
