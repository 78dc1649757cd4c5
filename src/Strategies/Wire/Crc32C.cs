using System.Buffers.Binary;
using System.Numerics;

namespace FileTransfer.Strategies.Wire;

/// <summary>Running CRC-32C (Castagnoli polynomial, RFC 3720 appendix B.4) by the processor's own instruction.</summary>
public struct Crc32C
{
    private uint _value;

    /// <summary>The checksum of everything appended so far; 0 for nothing.</summary>
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
