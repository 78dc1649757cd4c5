using FileTransfer.Strategies.Wire;

namespace FileTransfer.Server.Sinks;

/// <summary>Computes the checksum of the bytes and discards them.</summary>
internal sealed class Crc32CSink : IPayloadSink
{
    private Crc32C _crc;

    /// <inheritdoc/>
    public uint? Crc32C => _crc.Value;

    /// <inheritdoc/>
    public void Begin(long? length) => _crc = default;

    /// <inheritdoc/>
    public void Append(ReadOnlySpan<byte> bytes) => _crc.Append(bytes);
}
