namespace FileTransfer.Server.Sinks;

/// <summary>Where a receiver puts the bytes of one frame after another; one sink per connection.</summary>
internal interface IPayloadSink
{
    /// <summary>CRC-32C of the frame so far, or null when it is not computed.</summary>
    uint? Crc32C { get; }

    /// <summary>A new frame begins.</summary>
    /// <param name="length">How long it is, in bytes; null where that is not announced.</param>
    void Begin(long? length);

    /// <summary>The next bytes of the frame.</summary>
    void Append(ReadOnlySpan<byte> bytes);
}
