namespace FileTransfer.Server.Sinks;

/// <summary>Where a receiver puts the bytes of one frame after another; one sink per connection.</summary>
public interface IPayloadSink
{
    /// <summary>CRC-32C of the frame so far, or 0 from a sink that does not compute it.</summary>
    uint Crc32C { get; }

    /// <summary>A new frame begins.</summary>
    void Reset();

    /// <summary>The next bytes of the frame.</summary>
    void Append(ReadOnlySpan<byte> bytes);
}
