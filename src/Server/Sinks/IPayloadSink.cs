namespace FileTransfer.Server.Sinks;

/// <summary>Takes the bytes of the frames that a receiver drains; one sink per connection.</summary>
internal interface IPayloadSink
{
    /// <summary>CRC-32C of the bytes of the frame so far; null when it is not computed.</summary>
    uint? Crc32C { get; }

    /// <summary>Begins a new frame.</summary>
    /// <param name="length">Length of the frame in bytes; null when it is not announced.</param>
    void Begin(long? length);

    /// <summary>Adds the next bytes of the frame.</summary>
    void Append(ReadOnlySpan<byte> bytes);
}
