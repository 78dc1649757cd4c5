using System.Buffers.Binary;

namespace FileTransfer.Strategies.Wire;

/// <summary>The 16 bytes with which a receiver answers a frame: status, then CRC-32C, both big-endian 64-bit integers.</summary>
/// <param name="Status">Number of bytes drained, or one of the negative codes of <see cref="AcknowledgementStatus"/>.</param>
/// <param name="Crc32C">CRC-32C of the payload; 0 when the receiver did not compute one.</param>
public readonly record struct Acknowledgement(long Status, uint Crc32C)
{
    /// <summary>Number of bytes of an acknowledgement.</summary>
    public const int Size = sizeof(long) + sizeof(long);

    /// <summary>Writes the acknowledgement.</summary>
    public void Write(Span<byte> destination)
    {
        BinaryPrimitives.WriteInt64BigEndian(destination, Status);
        BinaryPrimitives.WriteInt64BigEndian(destination[sizeof(long)..], Crc32C);
    }

    /// <summary>Reads an acknowledgement.</summary>
    /// <exception cref="InvalidDataException">The checksum field is not a CRC-32C: the other end does not use this wire format.</exception>
    public static Acknowledgement Read(ReadOnlySpan<byte> source)
    {
        long status = BinaryPrimitives.ReadInt64BigEndian(source);
        long crc = BinaryPrimitives.ReadInt64BigEndian(source[sizeof(long)..]);
        return crc is >= 0 and <= uint.MaxValue
            ? new Acknowledgement(status, (uint)crc)
            : throw new InvalidDataException(
                $"acknowledgement with checksum field 0x{crc:x16}, which is not a CRC-32C: the other end does not use this wire format");
    }
}
