using FileTransfer.Strategies.Wire;

namespace FileTransfer.Strategies.Tests.Wire;

public sealed class Crc32CTests
{
    [Theory]
    [InlineData("", 0U)]
    [InlineData("0000000000000000000000000000000000000000000000000000000000000000", 0x8A9136AAU)]
    [InlineData("FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF", 0x62A8AB43U)]
    [InlineData("000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F", 0x46DD794EU)]
    [InlineData("313233343536373839", 0xE3069283U)]
    public void Append_PublishedVector_GivesItsChecksum(string hex, uint expected)
    {
        // RFC 3720, B.4; the last one is the check value of the CRC catalogues.
        var crc = new Crc32C();
        crc.Append(Convert.FromHexString(hex));
        Assert.Equal(expected, crc.Value);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(8)]
    [InlineData(9)]
    [InlineData(1000)]
    public void Append_InPieces_EqualsAtOnce(int piece)
    {
        byte[] bytes = new byte[4099];
        new Random(5).NextBytes(bytes);
        var atOnce = new Crc32C();
        atOnce.Append(bytes);

        var inPieces = new Crc32C();
        foreach (byte[] chunk in bytes.Chunk(piece))
        {
            inPieces.Append(chunk);
            inPieces.Append([]);
        }

        Assert.Equal(atOnce.Value, inPieces.Value);
    }
}
