using FileTransfer.Strategies.Wire;

namespace FileTransfer.Server.Sinks;

/// <summary>Drops the bytes, which the receiver has counted, and computes the checksum of the frames that are to be checked.</summary>
/// <param name="isDue">Whether a frame of a length is to be checked.</param>
internal sealed class SpotCheckSink(Func<long, bool> isDue) : IPayloadSink
{
    /// <summary>Taken for a frame whose length is not announced.</summary>
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
