using System.Buffers;

namespace FileTransfer.Sending.AspNetCore;

/// <summary>Memory of any length that nobody may touch. It stands for bytes that were sent from a file.</summary>
internal sealed class BlankMemory : MemoryManager<byte>
{
    /// <summary>As long as memory can be.</summary>
    public static Memory<byte> Longest { get; } = new BlankMemory().CreateMemory(int.MaxValue);

    /// <inheritdoc/>
    public override Span<byte> GetSpan() => throw Untouchable();

    /// <inheritdoc/>
    public override MemoryHandle Pin(int elementIndex = 0) => throw Untouchable();

    /// <inheritdoc/>
    public override void Unpin()
    {
    }

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
    }

    private static InvalidOperationException Untouchable() => new("these bytes were sent from a file: there is nothing to read or write");
}
