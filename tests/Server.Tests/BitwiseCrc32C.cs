using System.Globalization;

namespace FileTransfer.Server.Tests;

/// <summary>CRC-32C bit by bit, as RFC 3720 defines it, to hold the project's own against.</summary>
internal static class BitwiseCrc32C
{
    private const uint ReflectedPolynomial = 0x82F63B78;

    /// <summary>The checksum as it stands in an answer: 16 hexadecimal digits.</summary>
    public static string FieldOf(ReadOnlySpan<byte> bytes)
    {
        uint crc = uint.MaxValue;
        foreach (byte value in bytes)
        {
            crc ^= value;
            for (int bit = 0; bit < 8; bit++)
            {
                crc = (crc & 1) == 0 ? crc >> 1 : (crc >> 1) ^ ReflectedPolynomial;
            }
        }

        return ((ulong)~crc).ToString("X16", CultureInfo.InvariantCulture);
    }
}
