using System.Buffers.Binary;
using System.Numerics;

namespace FileTransfer.Strategies.Wire;

/// <summary>Running CRC-32C (Castagnoli polynomial, RFC 3720 appendix B.4), computed with the processor's instruction for it.</summary>
public struct Crc32C
{
    private uint _value;

    /// <summary>The checksum of all bytes appended so far; 0 when there are none.</summary>
    public readonly uint Value => _value;

    /// <summary>Appends bytes.</summary>
    public void Append(ReadOnlySpan<byte> bytes)
    {
        uint crc = ~_value;
        while (bytes.Length >= sizeof(ulong))
        {
            crc = BitOperations.Crc32C(crc, BinaryPrimitives.ReadUInt64LittleEndian(bytes));
            bytes = bytes[sizeof(ulong)..];
        }

        foreach (byte value in bytes)
        {
            crc = BitOperations.Crc32C(crc, value);
        }

        _value = ~crc;
    }
}
