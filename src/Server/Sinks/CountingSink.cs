namespace FileTransfer.Server.Sinks;

/// <summary>Drops the bytes: the receiver has counted them.</summary>
public sealed class CountingSink : IPayloadSink
{
    /// <inheritdoc/>
    public uint Crc32C => 0;

    /// <inheritdoc/>
    public void Reset()
    {
    }

    /// <inheritdoc/>
    public void Append(ReadOnlySpan<byte> bytes)
    {
    }
}
