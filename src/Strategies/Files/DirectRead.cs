using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Files;

/// <summary>What a read past the page cache needs (open(2), O_DIRECT).</summary>
/// <remarks>
/// Offsets and lengths are multiples of the disk's logical block, and memory begins at a multiple of what its controller can address. A
/// file seldom ends with a block: the last read asks for whole blocks, and returns the bytes up to the end.
/// </remarks>
internal static class DirectRead
{
    /// <summary>Offsets and lengths are multiples of it. Disks have blocks of 512 or of 4,096 bytes.</summary>
    public const int Block = 4096;

    /// <summary>Memory begins at a multiple of it: the largest that controllers ask for unless they say so (queue/dma_alignment).</summary>
    public const int MemoryAlignment = 512;

    /// <summary>The smallest number of whole blocks with at least <paramref name="count"/> bytes, in bytes.</summary>
    public static int InBlocks(int count) => (count + Block - 1) / Block * Block;

    /// <summary>The exception for a file system or a disk that refuses O_DIRECT (EINVAL).</summary>
    public static TransferException Refused(Payload payload) => new(
        TransferErrorKind.Unsupported,
        $"the file system of {payload.Path} does not read with O_DIRECT in blocks of {Block} bytes, to memory aligned to "
        + $"{MemoryAlignment}; choose a file on a local disk, or another strategy");
}
