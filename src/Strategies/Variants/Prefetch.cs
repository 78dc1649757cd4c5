using FileTransfer.Strategies.Contracts;

namespace FileTransfer.Strategies.Variants;

/// <summary>Reads the file into the page cache before each transfer: what a cold file costs, taken away.</summary>
internal sealed class Prefetch : ICondition
{
    private readonly byte[] _buffer = new byte[1 << 20];

    /// <inheritdoc/>
    public void Make(Payload payload)
    {
        using var file = new FileStream(payload.Path, new FileStreamOptions { Share = FileShare.ReadWrite, BufferSize = 0 });
        while (file.Read(_buffer) > 0)
        {
        }
    }
}
