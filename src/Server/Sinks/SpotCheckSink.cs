using FileTransfer.Strategies.Wire;

namespace FileTransfer.Server.Sinks;

/// <summary>Discards the bytes, and computes the checksum of the frames chosen for a check. The receiver counts the bytes.</summary>
/// <param name="isDue">Decides for a frame of a given length whether it is checked.</param>
internal sealed class SpotCheckSink(Func<long, bool> isDue) : IPayloadSink
{
    /// <summary>Length to assume for a frame without an announced length.</summary>
    private const long UnknownLength = 1 << 20;

    private Crc32C _crc;
    private bool _isChecked;

    /// <inheritdoc/>
    public uint? Crc32C => _isChecked ? _crc.Value : null;

    /// <inheritdoc/>
    public void Begin(long? length)
    {
        _crc = default;
        _isChecked = isDue(length ?? UnknownLength);
    }

    /// <inheritdoc/>
    public void Append(ReadOnlySpan<byte> bytes)
    {
        if (_isChecked)
        {
            _crc.Append(bytes);
        }
    }
}
